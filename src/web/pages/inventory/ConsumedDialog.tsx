import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/Dialog.tsx'
import type { ConsumeItemMutation } from '../../generated/graphql.ts'
import { TemplateList } from './TemplateList.tsx'

interface ConsumedDialogProps {
  readonly result: ConsumeItemMutation
  readonly onClose: () => void
}

/** What has come out of an item that was consumed. */
export function ConsumedDialog({ result, onClose }: ConsumedDialogProps) {
  const { t } = useTranslation('inventory')
  const { items, heldTemplates } = result.consumeInventoryItem
  return (
    <Dialog title={t('consume.doneTitle')} onClose={onClose}>
      <Stack gap="sm">
        <Text size="sm">{items.length > 0 ? t('consume.got') : t('consume.nothing')}</Text>
        <TemplateList templates={items.map(({ template }) => template)} />
        {heldTemplates.length > 0 && (
          <>
            <Text size="sm">{t('consume.held')}</Text>
            <TemplateList templates={heldTemplates} />
          </>
        )}
      </Stack>
    </Dialog>
  )
}
