import { prepareCampaignChecks } from '@mille/stores/campaign-draft/campaign-draft.ts'
import { Skeleton } from '@mille/ui/skeleton/skeleton.tsx'
import {
  type ComponentProps,
  type ComponentType,
  memo,
  Suspense,
  useEffect,
  useRef,
  useState
} from 'react'
import { lazyPart } from '../page/loads/lazy-part.ts'

// A new campaign always starts with its text, so the code of all other steps is not part of the first load.
const importBannersStep = () => import('./banners-step.tsx')
const importPaymentStep = () => import('./payment-step.tsx')
const importTrafficStep = () => import('./traffic-step.tsx')
const importReviewStep = () => import('./review-step.tsx')
const importReachCard = () => import('../traffic-selection/reach-card.tsx')

export const BannersStep = laterStep(async () => (await importBannersStep()).BannersStep)
export const PaymentStep = laterStep(async () => (await importPaymentStep()).PaymentStep)
export const TrafficStep = laterStep(async () => (await importTrafficStep()).TrafficStep)
export const ReviewStep = laterStep(async () => (await importReviewStep()).ReviewStep)
const LaterReachCard = lazyPart(async () => (await importReachCard()).ReachCard)

/** The card beside the payment and traffic steps. Like a step, it keeps the server's HTML until its code is loaded. */
export const ReachCard = memo(function ReachCard(props: ComponentProps<typeof LaterReachCard>) {
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <LaterReachCard {...props} />
    </Suspense>
  )
})

/**
 * Loads the code of the later steps while the browser is idle. If that fails, each step loads its code when it opens.
 */
export async function prepareSteps(): Promise<void> {
  const imports = [
    importBannersStep,
    importPaymentStep,
    importReachCard,
    importTrafficStep,
    importReviewStep
  ]
  await Promise.all([prepareCampaignChecks(), ...imports.map(it => it().catch(() => null))])
}

type Arrival = {
  /** Called when the step has received what was entered before its code was loaded. */
  onArrive: () => void
  onLeave: () => void
}

/**
 * Creates a step whose code is loaded when it opens, or earlier. The server's HTML stays visible until then, as long as
 * the props do not change meanwhile.
 */
function laterStep<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return memo(arriving(lazyPart(load)))
}

/** Reports when the step has received what was entered before its code was loaded. */
function arriving<Props extends object>(Part: ComponentType<Props>) {
  return function ArrivingStep(props: Props & { arrival: Arrival }) {
    return (
      <Suspense fallback={<Skeleton height="24rem" />}>
        <Part {...props} />
        <Arrived {...props.arrival} />
      </Suspense>
    )
  }
}

/** Comes after the step in its boundary, so its effect runs after those that replay what was entered early. */
function Arrived({ onArrive, onLeave }: Arrival) {
  useEffect(() => {
    const timer = setTimeout(onArrive)
    return () => {
      clearTimeout(timer)
      onLeave()
    }
  }, [onArrive, onLeave])
  return null
}

/**
 * Lets a press on Continue wait for the code of the shown step: without it, text that was typed into the server's HTML
 * is not in the draft yet. Going to another step forgets the press.
 */
export function useArrival(step: string) {
  const isHere = useRef(false)
  const resume = useRef<(() => void) | null>(null)
  const [isAwaited, setIsAwaited] = useState(false)
  const [arrival] = useState<Arrival>(() => ({
    onArrive() {
      isHere.current = true
      setIsAwaited(false)
      resume.current?.()
      resume.current = null
    },
    onLeave() {
      isHere.current = false
    }
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: A press belongs to the step that was shown.
  useEffect(
    () => () => {
      resume.current = null
      setIsAwaited(false)
    },
    [step]
  )

  function whenHere(): Promise<void> {
    if (isHere.current) return Promise.resolve()
    setIsAwaited(true)
    return new Promise(resolve => {
      resume.current = resolve
    })
  }

  return { arrival, isAwaited, whenHere }
}
