import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askFirst } from '../../../components/askFirst.tsx'
import { useAct } from '../../../graph/useAct.ts'
import { ARCHIVE_PRODUCT } from './documents.ts'

interface ArchiveProductButtonProps {
  readonly productId: string
  readonly name: string
}

/** Ends the sale of a product for good. */
export function ArchiveProductButton({ productId, name }: ArchiveProductButtonProps) {
  const { t } = useTranslation(['selling', 'common'])
  const archive = useAct(ARCHIVE_PRODUCT)
  const ask = async () => {
    const question = { title: t('selling:archive.title', { name }), text: t('selling:archive.product') }
    if (await askFirst({ ...question, confirm: t('selling:archive.confirm'), cancel: t('common:cancel') }))
      await archive.act({ input: { productId }, isArchived: false })
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
