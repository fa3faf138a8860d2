import type { UseFormInput } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type GraphForm, useGraphForm } from './useGraphForm.ts'
import { type Guard, useGuardedSave } from './useGuardedSave.ts'

interface EditFormOptions<Values extends Record<string, unknown>> extends Pick<UseFormInput<Values>, 'validate'> {
  /** Apart from other forms of the page. */
  readonly name: string
  /** What the server has; empty texts for what it does not tell, such as a password. */
  readonly current: Values
  /** `updatedAt` of what is changed, for mutations that take it as `ifUpdatedAt`; null for what does not stand yet. */
  readonly updatedAt?: string | null
  /** Asks before the form is sent, which it is not unless this resolves to true. */
  readonly ask?: (values: Values) => Promise<boolean>
}

/** Fields that were changed on another device while the person was editing them. */
export interface EditedElsewhere<Values> {
  /** Empty if there are none. */
  readonly fields: readonly (keyof Values)[]
  /** Puts the values of the server in place of those of the person. */
  readonly show: () => void
  /** Leaves what the person has entered, which the next save writes. */
  readonly keep: () => void
}

export interface EditForm<Values extends Record<string, unknown>> extends GraphForm<Values> {
  readonly isDirty: boolean
  readonly elsewhere: EditedElsewhere<Values>
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function namesOf<Values extends Record<string, unknown>>(values: Values): (keyof Values)[] {
  const names: (keyof Values)[] = []
  for (const name in values) names.push(name)
  return names
}

function pick<Values extends Record<string, unknown>>(values: Values, names: readonly (keyof Values)[]) {
  const picked: Partial<Values> = {}
  for (const name of names) picked[name] = values[name]
  return picked
}

/**
 * A form that changes what the server has. Live changes go into fields that the person has not touched; those into touched
 * ones are told in `elsewhere`. `save` gets the changed fields alone, so that it undoes no change of another device, and the
 * guard to put into the input.
 */
export function useEditForm<Values extends Record<string, unknown>>(
  { name, current, updatedAt, validate, ask }: EditFormOptions<Values>,
  save: (changes: Partial<Values>, guard: Guard) => Promise<void>,
): EditForm<Values> {
  const { t } = useTranslation()
  const options = { name, mode: 'controlled' as const, initialValues: current, ...(validate && { validate }) }
  const send = async (values: Values) => {
    const changes = pick(values, touchedIn(values))
    await saveGuarded(changes)
    form.setInitialValues({ ...form.getInitialValues(), ...changes })
    notifications.show({ message: t('edit.saved') })
  }
  const graphForm = useGraphForm<Values>(options, send, ask)
  const { form } = graphForm
  const touchedIn = (values: Values) =>
    namesOf(current).filter((one) => !isEqual(values[one], form.getInitialValues()[one]))

  const { values } = form
  const start = form.getInitialValues()
  const touched = touchedIn(values)
  const moved = namesOf(current).filter((one) => !isEqual(current[one], start[one]))
  const fields = moved.filter((one) => touched.includes(one) && !isEqual(current[one], values[one]))
  const saveGuarded = useGuardedSave({ save, updatedAt, hasConflict: fields.length > 0 })
  const takeOver = (names: readonly (keyof Values)[]) => {
    const taken = pick(current, names)
    form.setInitialValues({ ...start, ...taken })
    form.setValues(taken)
  }
  useEffect(() => {
    const untouched = moved.filter((one) => !fields.includes(one))
    if (untouched.length > 0) takeOver(untouched)
  })
  const keep = () => {
    form.setInitialValues({ ...start, ...pick(current, fields) })
    form.setValues({})
  }
  return { ...graphForm, isDirty: touched.length > 0, elsewhere: { fields, show: () => takeOver(fields), keep } }
}
