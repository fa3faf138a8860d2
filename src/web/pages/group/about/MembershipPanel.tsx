import type { ApolloCache } from '@apollo/client'
import { NativeSelect, Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Panel } from '../../../components/Panel.tsx'
import { formatDate } from '../../../formats.ts'
import type { GroupMemberVisibility, GroupPageFragment, UpdateGroupMemberInput } from '../../../generated/graphql.ts'
import { graphql } from '../../../generated/index.ts'
import { useAct } from '../../../graph/useAct.ts'

const UPDATE_MEMBERSHIP = graphql(`
  mutation UpdateOwnMembership($input: UpdateGroupMemberInput!) {
    updateGroupMember(input: $input) {
      groupMember {
        id
        visibility
        isSubscribedToAnnouncements
        isSubscribedToEventAnnouncements
      }
    }
  }
`)

const VISIBILITIES = ['VISIBLE', 'FRIENDS', 'HIDDEN'] as const satisfies readonly GroupMemberVisibility[]

type Settings = Omit<UpdateGroupMemberInput, 'groupId'>

/** The viewer's own settings as a member: who sees it, and what they are told. */
export function MembershipPanel({ group }: { readonly group: GroupPageFragment }) {
  const { t, i18n } = useTranslation('groups')
  const update = useAct(UPDATE_MEMBERSHIP, { isQueued: true })
  const { id: groupId, viewerMembership: membership } = group
  if (!membership) return null
  const change = (settings: Settings) => {
    const guess = (cache: ApolloCache) => {
      const fields = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, () => value]))
      cache.modify({ id: `GroupMember:${membership.id}`, fields })
    }
    void update.act({ input: { groupId, ...settings } }, guess)
  }
  return (
    <Panel title={t('membership.title')}>
      <Stack gap="sm">
        {membership.joinedAt && (
          <Text size="sm" c="dimmed">
            {t('membership.since', { date: formatDate(i18n.language, membership.joinedAt) })}
          </Text>
        )}
        <NativeSelect
          label={t('membership.visibility')}
          description={group.privacy === 'PRIVATE' ? t('membership.privateHint') : t('membership.visibilityHint')}
          value={membership.visibility}
          data={VISIBILITIES.map((value) => ({ value, label: t(`membership.visibilities.${value}`) }))}
          onChange={({ currentTarget: { value } }) => {
            const visibility = VISIBILITIES.find((one) => one === value)
            if (visibility) change({ visibility })
          }}
        />
        <Switch
          label={t('membership.announcements')}
          checked={membership.isSubscribedToAnnouncements ?? false}
          onChange={({ currentTarget: { checked } }) => change({ isSubscribedToAnnouncements: checked })}
        />
        <Switch
          label={t('membership.events')}
          checked={membership.isSubscribedToEventAnnouncements ?? false}
          onChange={({ currentTarget: { checked } }) => change({ isSubscribedToEventAnnouncements: checked })}
        />
      </Stack>
    </Panel>
  )
}
