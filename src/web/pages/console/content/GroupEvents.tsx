import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { ItemTable } from './ItemTable.tsx'
import { useItems } from './useItems.ts'

/** The latest events of a group, which the staff features and hides. */
export function GroupEvents({ groupId }: { readonly groupId: string }) {
  const { t } = useTranslation('staffContent')
  const { table } = useItems({ kind: 'EVENT', fixed: { groupId } })
  return (
    <Panel title={t('panels.events')}>
      <ItemTable {...table} label={t('labels.EVENT')} columns={['created', 'reports']} empty={t('emptyEvents')} />
    </Panel>
  )
}
