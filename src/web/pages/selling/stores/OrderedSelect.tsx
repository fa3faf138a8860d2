import { ActionIcon, Fieldset, Group, Select, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

interface Item {
  readonly id: string
  readonly name: string
}

interface OrderedSelectProps {
  readonly label: string
  readonly items: readonly Item[]
  /** Ids in their order. */
  readonly chosen: readonly string[]
  readonly onChange: (ids: string[]) => void
  /** What is said of adding; of offers by default. */
  readonly texts?: { readonly add: string; readonly empty: string; readonly none: string }
  readonly error?: React.ReactNode
  /** By which the form finds the field. */
  readonly 'data-path'?: string
}

/** A list that is put together and ordered, also by the keyboard. */
export function OrderedSelect({ label, items, chosen, onChange, texts, ...field }: OrderedSelectProps) {
  const { t } = useTranslation('selling')
  const { add: addText, empty, none } = texts ?? { add: t('order.add'), empty: t('order.empty'), none: t('order.none') }
  const left = items.filter(({ id }) => !chosen.includes(id))
  const add = (id: string | null) => id && onChange([...chosen, id])
  return (
    <Fieldset legend={label}>
      <Stack gap="xs">
        <Stack component="ol" className="plainList" gap={4} aria-live="polite">
          {chosen.map((id, index) => (
            <ChosenRow
              key={id}
              name={items.find((item) => item.id === id)?.name ?? id}
              index={index}
              chosen={chosen}
              onChange={onChange}
            />
          ))}
        </Stack>
        {chosen.length === 0 && (
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        )}
        <Select
          label={addText}
          searchable
          value={null}
          data={left.map(({ id, name }) => ({ value: id, label: name }))}
          nothingFoundMessage={none}
          onChange={add}
          {...field}
        />
      </Stack>
    </Fieldset>
  )
}

interface ChosenRowProps extends Pick<OrderedSelectProps, 'chosen' | 'onChange'> {
  readonly name: string
  readonly index: number
}

/** A copy of a list in which an entry has another place. */
function moved(ids: readonly string[], from: number, to: number): string[] {
  const copy = [...ids]
  copy.splice(to, 0, ...copy.splice(from, 1))
  return copy
}

function ChosenRow({ name, index, chosen, onChange }: ChosenRowProps) {
  const { t } = useTranslation('selling')
  return (
    <Group component="li" wrap="nowrap" gap={4}>
      <Text size="sm" flex={1} miw={0} truncate>
        {name}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={index === 0}
        aria-label={t('order.up', { name })}
        onClick={() => onChange(moved(chosen, index, index - 1))}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={index === chosen.length - 1}
        aria-label={t('order.down', { name })}
        onClick={() => onChange(moved(chosen, index, index + 1))}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        aria-label={t('order.remove', { name })}
        onClick={() => onChange(chosen.filter((_, at) => at !== index))}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
