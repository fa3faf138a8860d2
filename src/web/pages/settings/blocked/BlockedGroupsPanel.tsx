import { Button, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { GroupChip } from '../../../components/groups/GroupChip.tsx'
import { ListPanel } from '../../../components/ListPanel.tsx'
import { getFragmentData, graphql } from '../../../generated/index.ts'
import { useLive, usePanel } from '../../../graph/hooks.ts'
import { useAct } from '../../../graph/useAct.ts'

const SETTINGS_BLOCKED_GROUPS = graphql(`
  fragment SettingsBlockedGroups on Viewer {
    id
    user {
      id
    }
    blockedGroups(first: 50, after: $after) {
      pageInfo {
        hasNextPage
        endCursor
      }
      edges {
        cursor
        node {
          id
          name
          ...GroupChip
        }
      }
    }
  }
`)

const BLOCKED_GROUPS = graphql(`
  query SettingsBlockedGroupList($after: String) {
    viewer {
      ...SettingsBlockedGroups
    }
  }
`)

const CHANGES = graphql(`
  subscription SettingsBlockedGroupChanges($after: String) {
    viewerGroupsChanged {
      viewer {
        ...SettingsBlockedGroups
      }
    }
  }
`)

/** Removing oneself from a group that one has blocked ends the block. */
const UNBLOCK_GROUP = graphql(`
  mutation SettingsUnblockGroup($input: KickGroupMemberInput!, $after: String) {
    kickGroupMember(input: $input) {
      viewer {
        ...SettingsBlockedGroups
      }
    }
  }
`)

/** Groups that can not invite the person. */
export function BlockedGroupsPanel() {
  const { t } = useTranslation('settings')
  useLive(CHANGES, {})
  const { data, refusal, reload, fetchMore } = usePanel(BLOCKED_GROUPS, {})
  const unblock = useAct(UNBLOCK_GROUP)
  const viewer = getFragmentData(SETTINGS_BLOCKED_GROUPS, data?.viewer)
  const groups = viewer?.blockedGroups
  const end = (groupId: string) => unblock.act({ input: { groupId, userId: viewer?.user.id ?? '' } })
  return (
    <ListPanel
      title={t('blocked.groups.title')}
      list={groups}
      refusal={refusal}
      onRetry={reload}
      onMore={(after) => fetchMore({ after })}
      empty={t('blocked.groups.empty')}
    >
      <Stack component="ul" gap="sm" className="plainList">
        {groups?.edges.map(({ node }) => (
          <li key={node.id}>
            <GroupChip group={node}>
              <Button
                size="xs"
                variant="default"
                disabled={unblock.isBusy}
                aria-label={t('blocked.undoOf.BLOCK', { name: node.name })}
                onClick={() => void end(node.id)}
              >
                {t('blocked.undo.BLOCK')}
              </Button>
            </GroupChip>
          </li>
        ))}
      </Stack>
    </ListPanel>
  )
}
