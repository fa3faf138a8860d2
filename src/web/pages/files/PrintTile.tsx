import { AspectRatio, Card, Image, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ownUrl } from '../../components/ownUrl.ts'
import { RouteLink } from '../../components/RouteLink.tsx'
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
        <AspectRatio ratio={16 / 9}>
          <Image src={ownUrl(url)} alt="" loading="lazy" bg="var(--mantine-color-default-hover)" />
        </AspectRatio>
      </Card.Section>
      <RouteLink
        to="/files"
        search={{ ...search, open: id }}
        replace
        className="cardLink"
        underline="never"
        c="inherit"
        fw={600}
        size="sm"
        mt="xs"
        lineClamp={2}
      >
        {note ?? t('prints.noNote')}
      </RouteLink>
      <Text size="xs" c="dimmed" truncate>
        {worldName ? t('prints.takenIn', { time, world: worldName }) : time}
      </Text>
    </Card>
  )
}
