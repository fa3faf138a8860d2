import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LoadMore } from '../../components/LoadMore.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { FileDialog } from './FileDialog.tsx'
import { FileTile } from './FileTile.tsx'
import { FILTERS, type PictureKind } from './kinds.ts'
import type { FilesOfKind } from './useFiles.ts'

interface FileGridProps {
  readonly kind: PictureKind
  readonly files: FilesOfKind
}

/** Pictures of a kind, page after page, and the one that is open. */
export function FileGrid({ kind, files: { list, refusal, reload, more } }: FileGridProps) {
  const { t } = useTranslation('files')
  const search = useSearch({ from: '/shell/files' })
  const navigate = useNavigate({ from: '/files' })
  const open = (id: string | undefined) => void navigate({ search: { ...search, open: id }, replace: true })
  const ids = list?.edges.map(({ node }) => node.id) ?? []
  return (
    <Stack gap="sm">
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!list && !refusal && <GridSkeleton />}
      {list && (
        <>
          <Text size="sm" role="status">
            {list.totalCount === 0 ? t(`empty.${kind}`) : t(`counts.${kind}`, { count: list.totalCount })}
          </Text>
          <SimpleGrid cols={GRID_COLUMNS} spacing="sm">
            {list.edges.map(({ node }) => (
              <FileTile key={node.id} file={node} search={search} />
            ))}
          </SimpleGrid>
          <LoadMore pageInfo={list.pageInfo} onMore={more} />
        </>
      )}
      {search.open && <FileDialog id={search.open} ids={ids} filter={FILTERS[kind]} onOpen={open} />}
    </Stack>
  )
}

const GRID_COLUMNS = { base: 2, xs: 3, sm: 4, lg: 6 }
const TILES = ['a', 'b', 'c', 'd', 'e', 'f']

export const GridSkeleton = () => (
  <SimpleGrid cols={GRID_COLUMNS} spacing="sm" aria-hidden>
    {TILES.map((tile) => (
      <Skeleton key={tile} h={160} radius="md" />
    ))}
  </SimpleGrid>
)
