import { orderLengths } from '@mille/api/constants.ts'
import type { OrderStores } from '@mille/stores/publication-orders/order.ts'
import { Button } from '@mille/ui/button/button.tsx'
import { Card } from '@mille/ui/card/card.tsx'
import { Select } from '@mille/ui/select/select.tsx'
import { TextArea } from '@mille/ui/text-area/text-area.tsx'
import { useToast } from '@mille/ui/toast/toast.tsx'
import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import layout from '../page/layout.module.css'
import { orderMessages as messages } from './messages.ts'

const choices = [5, 4, 3, 2, 1].map(stars => ({
  value: String(stars),
  label: messages.starCount(stars)
}))

/** The advertiser's rating of a completed order, or the form that gives it. */
export function OrderRating({ stores }: { stores: OrderStores }) {
  const { data, meta } = useStore(stores.$order)
  const work = useStore(stores.$work)
  const [stars, setStars] = useState('5')
  const [comment, setComment] = useState('')
  const toast = useToast()

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await stores.rate(Number(stars), comment)) toast.show({ title: messages.rated })
  }

  if (meta.rating)
    return (
      <Card title={messages.ratingTitle}>
        <p>{messages.starCount(meta.rating.stars)}</p>
        <p className={layout.words}>{meta.rating.comment}</p>
      </Card>
    )
  if (data.attributes.state !== 'completed' || data.attributes.side !== 'advertiser') return null
  return (
    <Card title={messages.rateTitle}>
      <form className={layout.tight} onSubmit={event => void submit(event)} noValidate>
        <Select
          label={messages.stars}
          name="stars"
          options={choices}
          value={stars}
          onChange={setStars}
        />
        <TextArea
          label={messages.comment}
          name="comment"
          rows={3}
          isOptional
          maxLength={orderLengths.comment}
          value={comment}
          onChange={event => setComment(event.target.value)}
        />
        <Button type="submit" isLoading={work === 'rating'}>
          {messages.sendRating}
        </Button>
      </form>
    </Card>
  )
}
