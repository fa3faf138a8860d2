import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { getFragmentData } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import type { ManageSectionProps } from '../search.ts'
import { DetailsForm } from './DetailsForm.tsx'
import { MANAGE_DETAILS, MANAGE_DETAILS_CHANGES, MANAGE_DETAILS_QUERY } from './documents.ts'
import { PicturesPanel } from './PicturesPanel.tsx'

/** What everybody reads of the group, and who can join. */
export function DetailsSection({ groupId, isAllowed }: ManageSectionProps) {
  const { t } = useTranslation('groupManage')
  const { data, refusal, isLoading, reload } = usePanel(MANAGE_DETAILS_QUERY, { groupId })
  useLive(MANAGE_DETAILS_CHANGES, isAllowed ? { groupId } : null)
  const details = getFragmentData(MANAGE_DETAILS, data?.group)
  return (
    <>
      <Panel
        title={t('details.title')}
        isLoading={isLoading && !details}
        refusal={details ? null : refusal}
        onRetry={reload}
        empty={!details}
      >
        {details && <DetailsForm details={details} />}
      </Panel>
      {data?.group && <PicturesPanel group={data.group} />}
    </>
  )
}
