import { Navigate, useParams } from '@tanstack/react-router'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { allowedSections } from '../../components/groups/manageSections.ts'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { getFragmentData } from '../../generated/index.ts'
import { usePanel } from '../../graph/hooks.ts'
import { MANAGED_GROUP, MANAGED_GROUP_QUERY } from './documents.ts'

/** Leads to the first section that the viewer may open. */
export function GroupManageStart() {
  const { groupId } = useParams({ from: '/shell/groups/$groupId/manage' })
  const { data, refusal, reload } = usePanel(MANAGED_GROUP_QUERY, { groupId })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <DetailSkeleton />
  const group = getFragmentData(MANAGED_GROUP, data.group)
  if (!group) return <NotFoundPage />
  const [section = 'details'] = allowedSections(group)
  return <Navigate to="/groups/$groupId/manage/$section" params={{ groupId, section }} replace />
}
