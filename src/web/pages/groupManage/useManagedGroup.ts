import { followsModeration } from '../../components/groups/manageSections.ts'
import type { ManagedGroupFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import type { Refusal } from '../../graph/refusal.ts'
import {
  MANAGED_GROUP,
  MANAGED_GROUP_CHANGES,
  MANAGED_GROUP_MODERATION,
  MANAGED_GROUP_QUERY,
  MANAGED_GROUP_RIGHTS_CHANGES,
} from './documents.ts'

interface ManagedGroup {
  /** Undefined until it was read; null for one that the viewer cannot see, or that is gone. */
  readonly group: ManagedGroupFragment | null | undefined
  readonly refusal: Refusal | null
  readonly reload: () => void
}

/** A group with what the viewer may manage in it, up to date. */
export function useManagedGroup(groupId: string): ManagedGroup {
  const { data, refusal, reload } = usePanel(MANAGED_GROUP_QUERY, { groupId })
  const group = data && (getFragmentData(MANAGED_GROUP, data.group) ?? null)
  const isThere = Boolean(group)
  useLive(MANAGED_GROUP_CHANGES, isThere ? { groupId } : null, ({ groupChanged }) => {
    if (!groupChanged.group) reload()
  })
  useLive(MANAGED_GROUP_RIGHTS_CHANGES, isThere ? {} : null, ({ viewerGroupsChanged }) => {
    if (viewerGroupsChanged.groupId === groupId && !viewerGroupsChanged.group) reload()
  })
  useLive(MANAGED_GROUP_MODERATION, group && followsModeration(group) ? { groupId } : null)
  return { group, refusal, reload }
}
