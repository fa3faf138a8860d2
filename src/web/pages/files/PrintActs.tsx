import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'
import { ownUrl } from '../../components/ownUrl.ts'
import { acceptedFor } from '../../components/uploads/accepted.ts'
import { FileChoice } from '../../components/uploads/FileChoice.tsx'
import { QueuedFiles } from '../../components/uploads/QueuedFiles.tsx'
import { useUploadQueue } from '../../components/uploads/useUploadQueue.ts'
import type { PrintDetailFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useForget } from '../../graph/useForget.ts'
import { DELETE_PRINT, EDIT_PRINT } from './printDocuments.ts'

interface PrintActsProps {
  readonly print: PrintDetailFragment
  readonly onDeleted: () => void
}

/** Deletes a photo, which is asked first. */
function usePrintDeletion(printId: string, onDeleted: () => void) {
  const { t } = useTranslation(['files', 'common'])
  const removal = useAct(DELETE_PRINT)
  const forget = useForget('Print')
  const ask = async () => {
    const texts = { title: t('prints.deleteTitle'), text: t('prints.deleteText') }
    if (!(await askFirst({ ...texts, confirm: t('acts.delete'), cancel: t('common:cancel') }))) return
    const result = await removal.act({ input: { printId } })
    if (!result) return
    forget(result.deletePrint.deletedPrintId)
    onDeleted()
  }
  return { ask, isBusy: removal.isBusy }
}

/** What can be done with a photo: download it, replace its picture, or delete it. */
export function PrintActs({ print, onDeleted }: PrintActsProps) {
  const { t } = useTranslation('files')
  const { id: printId, url, viewerCanUpdate, viewerCanDelete } = print
  const update = useAct(EDIT_PRINT)
  const removal = usePrintDeletion(printId, onDeleted)
  const queue = useUploadQueue('PRINT', async (uploadId) => {
    await update.attempt({ input: { printId, uploadId } })
    notifications.show({ message: t('prints.replaced') })
  })
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button
          component="a"
          href={ownUrl(url)}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t('acts.download')}
        </Button>
        {viewerCanUpdate && (
          <FileChoice accept={acceptedFor('PRINT')} onFiles={queue.add} loading={queue.isBusy}>
            {t('prints.replace')}
          </FileChoice>
        )}
        {viewerCanDelete && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            loading={removal.isBusy}
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={() => void removal.ask()}
          >
            {t('acts.delete')}
          </Button>
        )}
      </Group>
      <QueuedFiles queue={queue} />
    </Stack>
  )
}
