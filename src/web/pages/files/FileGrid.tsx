import { SimpleGrid } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CountedList } from '../../components/CountedList.tsx'
import { GridSkeleton } from '../../components/GridSkeleton.tsx'
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
    <>
      <CountedList
        list={list}
        refusal={refusal}
        onRetry={reload}
        onMore={more}
        countText={(count) => (count === 0 ? t(`empty.${kind}`) : t(`counts.${kind}`, { count }))}
        skeleton={<FileGridSkeleton />}
      >
        <SimpleGrid cols={COLUMNS} spacing="sm">
          {list?.edges.map(({ node }) => (
            <FileTile key={node.id} file={node} search={search} />
          ))}
        </SimpleGrid>
      </CountedList>
      {search.open && <FileDialog id={search.open} ids={ids} filter={FILTERS[kind]} onOpen={open} />}
    </>
  )
}

const COLUMNS = { base: 2, xs: 3, sm: 4, lg: 6 }

/** Stands for a grid of files while it is read. */
export const FileGridSkeleton = () => <GridSkeleton cols={COLUMNS} spacing="sm" cardHeight={160} />
