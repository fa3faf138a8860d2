import { Card, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Picture } from '../../components/Picture.tsx'
import { CardLink } from '../../components/RouteLink.tsx'
import { formatDateTime } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import type { FilesSearch } from './search.ts'

const PRINT_TILE = graphql(`
  fragment PrintTile on Print {
    id
    url
    note
    takenAt
    worldName
  }
`)

interface PrintTileProps {
  readonly print: FragmentType<typeof PRINT_TILE>
  readonly search: FilesSearch
}

/** A photo in a grid, which opens large. */
export function PrintTile({ print, search }: PrintTileProps) {
  const { t, i18n } = useTranslation('files')
  const { id, url, note, takenAt, worldName } = getFragmentData(PRINT_TILE, print)
  const time = formatDateTime(i18n.language, takenAt)
  return (
    <Card padding="xs" radius="md" withBorder pos="relative">
      <Card.Section>
        <Picture url={url} ratio={16 / 9} />
      </Card.Section>
      <CardLink to="/files" search={{ ...search, open: id }} replace size="sm" mt="xs" lineClamp={2}>
        {note ?? t('prints.noNote')}
      </CardLink>
      <Text size="xs" c="dimmed" truncate>
        {worldName ? t('prints.takenIn', { time, world: worldName }) : time}
      </Text>
    </Card>
  )
}
