import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../components/askFirst.tsx'

interface ArchiveButtonProps {
  readonly name: string
  /** What it means to archive it. */
  readonly text: string
  readonly isBusy: boolean
  readonly onArchive: () => Promise<unknown>
}

/** Ends the sale of something for good, after a question. */
export function ArchiveButton({ name, text, isBusy, onArchive }: ArchiveButtonProps) {
  const { t } = useTranslation(['selling', 'common'])
  const ask = async () => {
    const question = { title: t('selling:archive.title', { name }), text }
    if (await askFirst({ ...question, confirm: t('selling:archive.confirm'), cancel: t('common:cancel') }))
      await onArchive()
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={isBusy}
      aria-label={t('selling:archive.of', { name })}
      onClick={() => void ask()}
    >
      {t('selling:archive.act')}
    </Button>
  )
}
