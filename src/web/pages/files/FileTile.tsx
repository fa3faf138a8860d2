import { AspectRatio, Card, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FilePicture } from '../../components/files/FilePicture.tsx'
import { CardLink } from '../../components/RouteLink.tsx'
import { formatDate, formatDateTime } from '../../formats.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import type { FilesSearch } from './search.ts'

const FILE_TILE = graphql(`
  fragment FileTile on File {
    id
    createdAt
    animationStyle
    ...FilePicture
  }
`)

interface FileTileProps {
  readonly file: FragmentType<typeof FILE_TILE>
  readonly search: FilesSearch
}

/** A picture in a grid, which opens large. */
export function FileTile({ file, search }: FileTileProps) {
  const { t, i18n } = useTranslation('files')
  const data = getFragmentData(FILE_TILE, file)
  const { id, createdAt, animationStyle } = data
  return (
    <Card padding={4} radius="md" withBorder pos="relative">
      <AspectRatio ratio={1} style={{ overflow: 'hidden', borderRadius: 'var(--mantine-radius-sm)' }}>
        <FilePicture file={data} />
      </AspectRatio>
      <CardLink
        to="/files"
        search={{ ...search, open: id }}
        replace
        c="dimmed"
        size="xs"
        ta="center"
        mt={4}
        aria-label={t('open', { time: formatDateTime(i18n.language, createdAt) })}
      >
        {formatDate(i18n.language, createdAt)}
      </CardLink>
      {animationStyle && (
        <Text size="xs" ta="center" truncate>
          {t(`animations.${animationStyle}`)}
        </Text>
      )}
    </Card>
  )
}
