import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../components/Picture.tsx'
import { RouteLink } from '../../components/RouteLink.tsx'
import { pageOf } from '../../components/subjects.ts'
import type { JamEntryFragment } from '../../generated/graphql.ts'

/** What was entered, by its picture and name, which lead to its page; content that the viewer cannot see has neither. */
export function EntryPicture({ content }: Pick<JamEntryFragment, 'content'>) {
  const { t } = useTranslation('jams')
  if (!content)
    return (
      <Stack gap={6}>
        <Picture url={null} ratio={16 / 10} radius="md" />
        <Text size="sm" c="dimmed">
          {t('entry.gone')}
        </Text>
      </Stack>
    )
  return (
    <RouteLink
      {...pageOf(content.__typename, content.id)}
      c="inherit"
      fw={600}
      size="sm"
      underline="hover"
      display="block"
    >
      <Picture url={content.thumbnailUrl} ratio={16 / 10} radius="md" />
      <Text span inherit mt={6} display="block" truncate>
        {content.name}
      </Text>
    </RouteLink>
  )
}
