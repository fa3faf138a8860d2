import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import type { ManageSectionProps } from '../search.ts'
import { DeletePanel } from './DeletePanel.tsx'
import { MANAGE_OWNERSHIP, MANAGE_OWNERSHIP_CHANGES, MANAGE_OWNERSHIP_QUERY } from './documents.ts'
import { OfferedPanel } from './OfferedPanel.tsx'
import { TransferPanel } from './TransferPanel.tsx'

/** Who owns the group; its owner hands it over or deletes it, and who is offered it answers. */
export function OwnershipSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, reload } = usePanel(MANAGE_OWNERSHIP_QUERY, { groupId })
  useLive(MANAGE_OWNERSHIP_CHANGES, isAllowed ? { groupId } : null)
  const group = getFragmentData(MANAGE_OWNERSHIP, data?.group)
  return (
    <>
      {group?.viewerCanAcceptTransfer && <OfferedPanel group={group} />}
      <Panel
        title={t('ownership.owner')}
        isLoading={!group && !refusal}
        refusal={group ? null : refusal}
        onRetry={reload}
        empty={group && !group.owner && t('ownership.nobody')}
      >
        {group?.owner && <PersonChip person={group.owner} />}
      </Panel>
      {group?.viewerCanTransfer && <TransferPanel group={group} />}
      {group?.viewerCanDelete && <DeletePanel groupId={group.id} name={group.name} />}
    </>
  )
}
