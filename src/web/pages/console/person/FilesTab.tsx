import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { ItemTable } from '../content/ItemTable.tsx'
import { useItems } from '../content/useItems.ts'
import { useStaff } from '../useStaff.ts'

interface FilesTabProps {
  readonly userId: string
}

/** The pictures and photos of a person, for staff that judges content. */
export function FilesTab({ userId }: FilesTabProps) {
  const { t } = useTranslation('staffContent')
  const permissions = useStaff() ?? []
  if (!permissions.some((one) => one === 'CONTENT' || one === 'REPORTS'))
    return <Text size="sm">{t('files.notAllowed')}</Text>
  return (
    <>
      <FilesPanel kind="PICTURE" title={t('files.pictures')} empty={t('files.noPictures')} userId={userId} />
      <FilesPanel kind="PRINT" title={t('files.prints')} empty={t('files.noPrints')} userId={userId} />
    </>
  )
}

interface FilesPanelProps extends FilesTabProps {
  readonly kind: 'PICTURE' | 'PRINT'
  readonly title: string
  readonly empty: string
}

function FilesPanel({ kind, title, empty, userId }: FilesPanelProps) {
  const { t } = useTranslation('staffContent')
  const { table } = useItems({ kind, fixed: { authorId: userId } })
  return (
    <Panel title={title}>
      <ItemTable {...table} label={t(`labels.${kind}`)} columns={['created', 'reports']} empty={empty} />
    </Panel>
  )
}
