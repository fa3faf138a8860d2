import { type UseFormInput, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { issueText } from '../refusalTexts.ts'
import { type Issue, Refusal, refusalOf } from './refusal.ts'

/** Finds fields whose file is still being sent: without it the form would not be whole. */
const SENDING = '[data-sending=true]'

export interface GraphForm<Values extends Record<string, unknown>> {
  readonly form: UseFormReturnType<Values>
  /** Why the last attempt failed; null if it is about fields alone, which show it themselves. */
  readonly refusal: Refusal | null
  readonly isBusy: boolean
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void
}

/** The name of the form's field that an issue is about; null if the form has no such field. */
function fieldOf({ path }: Issue, fields: Record<string, unknown>): string | null {
  const [root, ...steps] = path
  const name = root === 'input' ? steps.join('.') : path.join('.')
  return String(steps[0] ?? root) in fields ? name : null
}

/**
 * A form whose values are sent to the graph. Issues of the answer stand at their fields, in the language of the person; the
 * first field with one gets the focus. A second submit is ignored while the first runs.
 */
export function useGraphForm<Values extends Record<string, unknown>>(
  options: UseFormInput<Values>,
  act: (values: Values) => Promise<void>,
): GraphForm<Values> {
  const { t } = useTranslation('refusals')
  const form = useForm<Values>({ mode: 'uncontrolled', ...options })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [isBusy, setBusy] = useState(false)

  const show = (error: unknown) => {
    const refused = refusalOf(error)
    const fields = form.getInitialValues()
    const faults = refused.issues.flatMap((issue) => {
      const field = fieldOf(issue, fields)
      return field === null ? [] : [[field, issueText(t, issue)] as const]
    })
    form.setErrors(Object.fromEntries(faults))
    const [first] = faults
    if (first) form.getInputNode(first[0])?.focus()
    setRefusal(faults.length > 0 && faults.length === refused.issues.length ? null : refused)
  }
  const submit = async (values: Values) => {
    if (isBusy) return
    setBusy(true)
    setRefusal(null)
    await act(values)
      .catch(show)
      .finally(() => setBusy(false))
  }
  const submitValid = form.onSubmit((values) => void submit(values))
  const onSubmit = (event?: React.FormEvent<HTMLFormElement>) => {
    if (!event?.currentTarget.querySelector(SENDING)) return submitValid(event)
    event.preventDefault()
    setRefusal(new Refusal('a file is still being sent', { code: 'UPLOAD_RUNNING', reason: 'UPLOAD_RUNNING' }))
  }
  return { form, refusal, isBusy, onSubmit }
}
