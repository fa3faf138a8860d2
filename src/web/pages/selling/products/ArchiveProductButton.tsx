import { useTranslation } from 'react-i18next'
import { useAct } from '../../../graph/useAct.ts'
import { ArchiveButton } from '../ArchiveButton.tsx'
import { ARCHIVE_PRODUCT } from './documents.ts'

interface ArchiveProductButtonProps {
  readonly productId: string
  readonly name: string
}

/** Ends the sale of a product for good. */
export function ArchiveProductButton({ productId, name }: ArchiveProductButtonProps) {
  const { t } = useTranslation('selling')
  const archive = useAct(ARCHIVE_PRODUCT)
  return (
    <ArchiveButton
      name={name}
      text={t('archive.product')}
      isBusy={archive.isBusy}
      onArchive={() => archive.act({ input: { productId }, isArchived: false })}
    />
  )
}
