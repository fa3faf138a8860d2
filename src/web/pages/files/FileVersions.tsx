import { Badge, Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { FileChoice } from '../../components/uploads/FileChoice.tsx'
import { QueuedFiles } from '../../components/uploads/QueuedFiles.tsx'
import { useUploadQueue } from '../../components/uploads/useUploadQueue.ts'
import { formatBytes, formatDateTime } from '../../formats.ts'
import type { FileVersionsFragment } from '../../generated/graphql.ts'
import { type FragmentType, getFragmentData, graphql } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'

const FILE_VERSIONS = graphql(`
  fragment FileVersions on File {
    id
    name
    extension
    tags
    url
    updatedAt
    viewerCanUpdate
    versions(last: 20) {
      totalCount
      edges {
        cursor
        node {
          id
          version
          createdAt
          status
          data {
            type
            sizeInBytes
            url
            fileName
          }
          analysis {
            isReadable
            engineVersion
          }
        }
      }
    }
  }
`)

const ADD_VERSION = graphql(`
  mutation AddFileVersion($input: CreateFileVersionInput!) {
    createFileVersion(input: $input) {
      file {
        ...FileVersions
        ...FileFacts
        ...FileRow
      }
      viewer {
        id
        ...StorageUse
      }
    }
  }
`)

const DELETE_VERSION = graphql(`
  mutation DeleteFileVersion($input: DeleteFileVersionInput!) {
    deleteFileVersion(input: $input) {
      file {
        ...FileVersions
        ...FileFacts
        ...FileRow
      }
      viewer {
        id
        ...StorageUse
      }
    }
  }
`)

/** Files that people see as pictures have no versions that they change. */
const WITHOUT_VERSIONS = ['gallery', 'icon', 'emoji', 'sticker', 'print']

interface FileVersionsProps {
  readonly file: FragmentType<typeof FILE_VERSIONS>
}

/** The versions of a file, the latest first, which alone can be deleted; and a button for a new one. */
export function FileVersions({ file }: FileVersionsProps) {
  const { t } = useTranslation('files')
  const data = getFragmentData(FILE_VERSIONS, file)
  const add = useAct(ADD_VERSION)
  const queue = useUploadQueue('FILE_VERSION', (uploadId) => add.attempt({ input: { fileId: data.id, uploadId } }))
  const id = useId()
  const { tags, extension, versions, viewerCanUpdate } = data
  if (tags.some((tag) => WITHOUT_VERSIONS.includes(tag))) return null
  const shown = versions.edges
    .map(({ node }) => node)
    .filter(({ version, status }) => version > 0 && status !== 'NONE')
    .toReversed()
  return (
    <Stack component="section" aria-labelledby={id} gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5" id={id}>
          {t('versions.title')}
        </Title>
        {viewerCanUpdate && (
          <FileChoice accept={extension} onFiles={queue.add} loading={queue.isBusy}>
            {t('versions.add')}
          </FileChoice>
        )}
      </Group>
      <QueuedFiles queue={queue} />
      {shown.length === 0 && <Text size="sm">{t('versions.none')}</Text>}
      <ul className="plainList">
        {shown.map((version, index) => (
          <VersionRow key={version.id} file={data} version={version} isLatest={index === 0} />
        ))}
      </ul>
    </Stack>
  )
}

type Version = FileVersionsFragment['versions']['edges'][number]['node']

interface VersionRowProps {
  readonly file: FileVersionsFragment
  readonly version: Version
  readonly isLatest: boolean
}

function VersionRow({ file, version, isLatest }: VersionRowProps) {
  const { t, i18n } = useTranslation('files')
  const content = version.data.find(({ type }) => type !== 'SIGNATURE')
  return (
    <Group component="li" gap="sm" py={6} wrap="wrap" justify="space-between">
      <Box miw={0}>
        <Text size="sm" fw={600}>
          {t('versions.number', { number: version.version })}
        </Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(i18n.language, version.createdAt)}
          {content && ` · ${formatBytes(i18n.language, content.sizeInBytes)}`}
        </Text>
      </Box>
      <Group gap="xs">
        {version.status !== 'COMPLETE' && <Badge variant="light">{t('versions.unfinished')}</Badge>}
        {version.analysis?.isReadable === false && (
          <Badge variant="light" color="red">
            {t('versions.unreadable')}
          </Badge>
        )}
        {content && version.status === 'COMPLETE' && (
          <Button
            component="a"
            href={ownUrl(content.url)}
            download={content.fileName}
            variant="default"
            size="compact-sm"
            aria-label={t('versions.download', { number: version.version })}
          >
            {t('acts.download')}
          </Button>
        )}
        {isLatest && file.viewerCanUpdate && <DeleteVersion fileId={file.id} version={version.version} />}
      </Group>
    </Group>
  )
}

interface DeleteVersionProps {
  readonly fileId: string
  readonly version: number
}

function DeleteVersion({ fileId, version }: DeleteVersionProps) {
  const { t } = useTranslation(['files', 'common'])
  const removal = useAct(DELETE_VERSION)
  const ask = async () => {
    const texts = { title: t('versions.deleteTitle', { number: version }), text: t('versions.deleteText') }
    if (!(await askFirst({ ...texts, confirm: t('acts.delete'), cancel: t('common:cancel') }))) return
    if (await removal.act({ input: { fileId, version } }))
      notifications.show({ message: t('versions.deleted', { number: version }) })
  }
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      loading={removal.isBusy}
      aria-label={t('versions.delete', { number: version })}
      onClick={() => void ask()}
    >
      {t('acts.delete')}
    </Button>
  )
}
