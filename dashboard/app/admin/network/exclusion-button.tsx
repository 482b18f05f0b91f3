import { excludeUnit } from '@mille/api/invalid-traffic/endpoints.ts'
import { Badge } from '@mille/ui/badge/badge.tsx'
import { Button } from '@mille/ui/button/button.tsx'
import layout from '../../page/layout.module.css'
import { useMay } from '../use-may.ts'
import { invalidTrafficMessages as messages } from './invalid-traffic-messages.ts'

type ExclusionButtonProps = {
  name: string
  isExcluded: boolean
  isPending: boolean
  onPress: (isExcluded: boolean) => void
}

/** Excludes a unit, or includes it again, with one press and no question, since another press undoes it. */
export function ExclusionButton({ name, isExcluded, isPending, onPress }: ExclusionButtonProps) {
  const mayExclude = useMay()(excludeUnit)
  const label = isExcluded ? messages.include : messages.exclude
  return (
    <span className={layout.row}>
      {isExcluded && <Badge tone="negative">{messages.excluded}</Badge>}
      {mayExclude && (
        <Button
          size="small"
          variant={isExcluded ? 'quiet' : 'secondary'}
          isLoading={isPending}
          aria-label={`${label}: ${name}`}
          onClick={() => onPress(!isExcluded)}
        >
          {label}
        </Button>
      )}
    </span>
  )
}
