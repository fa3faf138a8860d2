import { ActionIcon, Box, Group, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { PictureRow } from '../../components/PictureRow.tsx'
import { pageOf } from '../../components/subjects.ts'
import type { JamOwnEntriesFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DescribeDialog } from './DescribeDialog.tsx'
import { JAM_ENTRY, WITHDRAW_JAM_ENTRY } from './documents.ts'

type OwnEntry = JamOwnEntriesFragment['viewerSubmissions']['edges'][number]['node']

interface OwnEntryRowProps {
  readonly jamId: string
  readonly entry: OwnEntry
  /** Whether its description can be changed now. */
  readonly canEdit: boolean
}

/** An entry of the viewer's own, which can be described anew and withdrawn while the jam takes entries. */
export function OwnEntryRow({ jamId, entry, canEdit }: OwnEntryRowProps) {
  const { t } = useTranslation('jams')
  const { content, description } = getFragmentData(JAM_ENTRY, entry)
  const [isOpen, dialog] = useDisclosure(false)
  const name = content?.name ?? t('entry.gone')
  const withdraw = useWithdrawal(entry.id, name)
  return (
    <Group wrap="nowrap" gap="xs">
      <Box flex={1} miw={0}>
        <PictureRow
          pictureUrl={content?.thumbnailUrl}
          title={name}
          page={content && pageOf(content.__typename, content.id)}
          below={description ?? t('own.undescribed')}
        />
      </Box>
      {canEdit && content && (
        <Tooltip label={t('own.describe', { name })}>
          <ActionIcon variant="subtle" color="gray" aria-label={t('own.describe', { name })} onClick={dialog.open}>
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {entry.viewerCanDelete && (
        <Tooltip label={t('withdraw.of', { name })}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('withdraw.of', { name })}
            loading={withdraw.isBusy}
            onClick={withdraw.run}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {isOpen && (
        <DescribeDialog
          entry={{ jamId, contentId: entry.contentId, name, description: description ?? '' }}
          onClose={dialog.close}
        />
      )}
    </Group>
  )
}

/** Takes an entry back, once the person is sure. */
function useWithdrawal(submissionId: string, name: string) {
  const { t } = useTranslation('jams')
  const { t: common } = useTranslation()
  const { act, isBusy } = useAct(WITHDRAW_JAM_ENTRY)
  const forget = useForget('JamSubmission')
  const run = async () => {
    const isSure = await askFirst({
      title: t('withdraw.title', { name }),
      text: t('withdraw.text'),
      confirm: t('withdraw.confirm'),
      cancel: common('cancel'),
    })
    const done = isSure ? await act({ input: { submissionId } }) : null
    if (!done) return
    forget(done.deleteJamSubmission.deletedSubmissionId)
    notifications.show({ message: t('withdraw.done', { name }) })
  }
  return { run: () => void run(), isBusy }
}
