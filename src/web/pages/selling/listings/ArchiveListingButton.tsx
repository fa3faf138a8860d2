import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { ArchiveButton } from '../ArchiveButton.tsx'
import { ARCHIVE_LISTING } from './documents.ts'

interface ArchiveListingButtonProps {
  readonly listingId: string
  readonly name: string
}

/** Ends the sale of a listing for good. */
export function ArchiveListingButton({ listingId, name }: ArchiveListingButtonProps) {
  const { t } = useTranslation('selling')
  const archive = useAct(ARCHIVE_LISTING)
  return (
    <ArchiveButton
      name={name}
      text={t('archive.listing')}
      isBusy={archive.isBusy}
      onArchive={() => archive.act({ input: { listingId } })}
    />
  )
}
