import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { ARCHIVE_LISTING } from './documents.ts'

interface ArchiveListingButtonProps {
  readonly listingId: string
  readonly name: string
}

/** Ends the sale of a listing for good. */
export function ArchiveListingButton({ listingId, name }: ArchiveListingButtonProps) {
  const { t } = useTranslation(['selling', 'common'])
  const archive = useAct(ARCHIVE_LISTING)
  const ask = async () => {
    const question = { title: t('selling:archive.title', { name }), text: t('selling:archive.listing') }
    if (await askFirst({ ...question, confirm: t('selling:archive.confirm'), cancel: t('common:cancel') }))
      await archive.act({ input: { listingId } })
  }
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      loading={archive.isBusy}
      aria-label={t('selling:archive.of', { name })}
      onClick={() => void ask()}
    >
      {t('selling:archive.act')}
    </Button>
  )
}
