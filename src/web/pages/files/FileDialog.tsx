import { Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FilePicture } from '../../components/files/FilePicture.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { formatDateTime } from '../../formats.ts'
import type { FileFilter } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { FileActs } from './FileActs.tsx'
import { FileFacts } from './FileFacts.tsx'
import { FileVersions } from './FileVersions.tsx'
import { LargeView, neighborOf } from './LargeView.tsx'

const FILE_TITLE = graphql(`
  fragment FileTitle on File {
    id
    name
    extension
    mimeType
    createdAt
  }
`)

/** With what its deletion breaks. */
const OPEN_FILE = graphql(`
  query OpenFile($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on File {
        ...FileTitle
        ...FilePicture
        ...FileFacts
        ...FileActs
        ...FileVersions
      }
    }
    viewer {
      id
      ...ProfilePictures
    }
  }
`)

interface FileDialogProps {
  readonly id: string
  /** Ids of the files that can be looked at one after the other. */
  readonly ids: readonly string[]
  /** Of the list that the file is in. */
  readonly filter: FileFilter
  readonly onOpen: (id: string | undefined) => void
}

/** A file: its picture, what it is, and what can be done with it. */
export function FileDialog({ id, ids, filter, onOpen }: FileDialogProps) {
  const { t } = useTranslation('files')
  const { data, refusal, reload } = usePanel(OPEN_FILE, { id })
  const file = data?.node?.__typename === 'File' ? data.node : null
  const { title, isPicture } = useTitle(file)
  const shown = useRef<string | null>(null)
  useEffect(() => {
    shown.current = id
    return () => {
      shown.current = null
    }
  }, [id])
  const goOn = () => {
    // Unless the person has closed it, or gone on, before the answer came.
    if (shown.current === id) onOpen(neighborOf(ids, id, 1) ?? neighborOf(ids, id, -1))
  }
  return (
    <LargeView
      {...{ ids, id, onOpen }}
      title={title}
      picture={file && isPicture && <FilePicture file={file} isLarge />}
    >
      {refusal && <RefusalAlert refusal={refusal} onRetry={reload} />}
      {!data && !refusal && <Skeleton h={240} aria-hidden />}
      {data && !file && <Text size="sm">{t('large.gone')}</Text>}
      {file && (
        <Stack gap="md">
          <FileFacts file={file} />
          <FileActs file={file} viewer={data?.viewer} filter={filter} onDeleted={goOn} />
          <FileVersions file={file} />
        </Stack>
      )}
    </LargeView>
  )
}

/** What a file is called, and whether it is a picture: pictures have no names. */
function useTitle(file: FragmentType<typeof FILE_TITLE> | null) {
  const { t, i18n } = useTranslation('files')
  const about = getFragmentData(FILE_TITLE, file)
  if (!about) return { title: t('large.title'), isPicture: false }
  const { name, extension, mimeType, createdAt } = about
  if (!mimeType.startsWith('image/')) return { title: `${name}${extension}`, isPicture: false }
  return { title: t('large.picture', { time: formatDateTime(i18n.language, createdAt) }), isPicture: true }
}
