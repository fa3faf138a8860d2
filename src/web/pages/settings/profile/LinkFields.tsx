import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const MAX_LINKS = 10

interface LinkFieldsProps {
  readonly form: Pick<UseFormReturnType<Links>, 'values' | 'getInputProps' | 'setValues'>
}

interface Links extends Record<string, unknown> {
  readonly bioLinks: string[]
}

/** The links of a profile, one a row. */
export function LinkFields({ form }: LinkFieldsProps) {
  const { t } = useTranslation('settings')
  const id = useId()
  const { bioLinks } = form.values
  const setLinks = (links: string[]) => form.setValues({ bioLinks: links })
  return (
    <Stack role="group" aria-labelledby={id} gap="xs">
      <Input.Label labelElement="div" id={id}>
        {t('profile.bioLinks')}
      </Input.Label>
      {bioLinks.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has no other identity than its place.
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <TextInput
            flex={1}
            type="url"
            placeholder="https://"
            aria-label={t('profile.link', { number: index + 1 })}
            {...form.getInputProps(`bioLinks.${index}`)}
          />
          <ActionIcon
            variant="default"
            size="input-sm"
            aria-label={t('profile.removeLink', { number: index + 1 })}
            onClick={() => setLinks(bioLinks.filter((_link, one) => one !== index))}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {bioLinks.length < MAX_LINKS && (
        <Group>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setLinks([...bioLinks, ''])}
          >
            {t('profile.addLink')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
