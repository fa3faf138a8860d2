import { ActionIcon, Group, Image, Stack, Title } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../../components/ownUrl.ts'
import { WrittenText } from '../../../components/WrittenText.tsx'

interface WrittenProps {
  readonly title: string
  readonly text: string
  /** Null for none. */
  readonly imageUrl: string | null
  /** Above the text, such as the author. */
  readonly head: ReactNode
  /** Without it, the viewer cannot change it. */
  readonly onEdit?: (() => void) | undefined
  /** Without it, the viewer cannot delete it. */
  readonly onDelete?: (() => void) | undefined
}

/** A post or announcement: title, text and picture. */
export function Written({ title, text, imageUrl, head, onEdit, onDelete }: WrittenProps) {
  const { t } = useTranslation('groups')
  return (
    <Stack gap="sm">
      <Group wrap="nowrap" justify="space-between" align="start" gap="xs">
        <Stack gap={4} flex={1} miw={0}>
          {head}
        </Stack>
        <Group gap={4} wrap="nowrap">
          {onEdit && (
            <ActionIcon variant="subtle" color="gray" aria-label={t('posts.edit', { title })} onClick={onEdit}>
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
          )}
          {onDelete && (
            <ActionIcon variant="subtle" color="gray" aria-label={t('posts.delete', { title })} onClick={onDelete}>
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </Group>
      <Title order={3} size="h5">
        {title}
      </Title>
      {text && <WrittenText text={text} />}
      {imageUrl && (
        <Image src={ownUrl(imageUrl)} alt="" radius="md" mah={460} w="auto" maw="100%" fit="contain" loading="lazy" />
      )}
    </Stack>
  )
}
