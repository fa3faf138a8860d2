import { NativeSelect } from '@mantine/core'

interface FilterSelectProps<Value extends string> {
  readonly label: string
  /** Undefined where nothing is left out. */
  readonly value: Value | undefined
  readonly choices: readonly { readonly value: Value; readonly label: string }[]
  /** What the choice is called that leaves nothing out; where there is none, one of the others always holds. */
  readonly all?: string | undefined
  readonly onChange: (value: Value | undefined) => void
  readonly maw?: number
}

/** Which entries of a list are shown, or in which order. */
export function FilterSelect<Value extends string>({
  value,
  choices,
  all,
  onChange,
  ...field
}: FilterSelectProps<Value>) {
  const none = all === undefined ? [] : [{ value: '', label: all }]
  return (
    <NativeSelect
      {...field}
      value={value ?? ''}
      data={[...none, ...choices]}
      onChange={({ currentTarget }) => onChange(choices.find((one) => one.value === currentTarget.value)?.value)}
    />
  )
}
