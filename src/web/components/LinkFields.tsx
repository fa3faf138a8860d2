import { ActionIcon, Button, Group, Input, Stack, TextInput, type TextInputProps } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'

interface LinkFieldsProps {
  readonly label: string
  readonly links: readonly string[]
  readonly onChange: (links: string[]) => void
  /** Most links. */
  readonly most: number
  /** Value, error and handlers of one field. */
  readonly propsOf: (index: number) => TextInputProps
  readonly texts: LinkTexts
}

interface LinkTexts {
  readonly add: string
  /** What a field and the button that removes it are called; they count from 1. */
  readonly link: (number: number) => string
  readonly remove: (number: number) => string
}

/** Links of a form, one a row. */
export function LinkFields({ label, links, onChange, most, propsOf, texts }: LinkFieldsProps) {
  const id = useId()
  return (
    <Stack role="group" aria-labelledby={id} gap="xs">
      <Input.Label labelElement="div" id={id}>
        {label}
      </Input.Label>
      {links.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity than its place.
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <TextInput
            flex={1}
            type="url"
            placeholder="https://"
            aria-label={texts.link(index + 1)}
            {...propsOf(index)}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={texts.remove(index + 1)}
            onClick={() => onChange(links.filter((_link, one) => one !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {links.length < most && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => onChange([...links, ''])}
          >
            {texts.add}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
