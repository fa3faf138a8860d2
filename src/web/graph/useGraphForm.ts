import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issueText } from '../refusalTexts.ts'
import { type Issue, Refusal, refusalOf } from './refusal.ts'

/** Finds fields whose file is still being sent: without it the form would not be whole. */
const SENDING = '[data-sending=true]'

export interface GraphForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  /** Why the last attempt failed, but for what is wrong with fields, which show it themselves; null if nothing is left. */
  readonly refusal: Refusal | null
  readonly isBusy: boolean
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
}

/** Names of the fields that can show an issue, best first: one for an entry of a list, then that for the whole list. */
function fieldsFor({ path }: Issue): string[] {
  const steps = path[0] === 'input' ? path.slice(1) : path
  return steps.map((_, index) => steps.slice(0, steps.length - index).join('.'))
}

/** What is left of a refusal when some of its issues stand at their fields; null for nothing. */
function restOf(refusal: Refusal, issues: readonly Issue[]): Refusal | null {
  const [first] = issues
  if (issues.length === refusal.issues.length) return refusal
  const { message, code, requestId } = refusal
  return first ? new Refusal(message, { code, reason: first.reason, issues, ...(requestId && { requestId }) }) : null
}

/**
 * A form whose values are sent to the graph. Issues of the answer stand at their fields, in the language of the person; the
 * first field with one gets the focus. Fields are found by their `data-path`; issues whose field is not on screen stay in
 * `refusal`. A second submit is ignored while the first runs. `ask` is called first, if given, and nothing is sent unless it
 * resolves to true.
 */
export function useGraphForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
  act: (values: Values) => Promise<void>,
  ask?: (values: Values) => Promise<boolean>,
): GraphForm<Values> {
  const { t } = useTranslation('refusals')
  const form = useForm<Values>({ mode: 'uncontrolled', ...options })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)

  const show = (error: unknown) => {
    const refused = refusalOf(error)
    const errors: Record<string, string> = {}
    const left = refused.issues.filter((issue) => {
      const field = fieldsFor(issue).find((name) => form.getInputNode(name) !== null)
      if (field !== undefined) errors[field] = issueText(t, issue)
      return field === undefined
    })
    form.setErrors(errors)
    const [first] = Object.keys(errors)
    if (first !== undefined) form.getInputNode(first)?.focus()
    setRefusal(restOf(refused, left))
  }
  const send = async (values: Values) => {
    if (ask && !(await ask(values))) return
    setBusy(true)
    setRefusal(null)
    await act(values)
  }
  const submit = async (values: Values) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await send(values)
    } catch (error) {
      show(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  const submitValid = form.onSubmit((values) => void submit(values))
  const onSubmit = (event?: React.FormEvent<HTMLFormElement>) => {
    if (!event?.currentTarget.querySelector(SENDING)) return submitValid(event)
    event.preventDefault()
    setRefusal(new Refusal('a file is still being sent', { code: 'UPLOAD_RUNNING', reason: 'UPLOAD_RUNNING' }))
  }
  return { form, refusal, isBusy, onSubmit }
}
