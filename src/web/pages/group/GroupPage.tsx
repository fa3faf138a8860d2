import { Stack, Text } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTabs } from '../../components/PageTabs.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { GroupPageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { AboutTab } from './about/AboutTab.tsx'
import { GROUP_CHANGES, GROUP_DETAILS, GROUP_PAGE, GROUP_STANDING_CHANGES } from './documents.ts'
import { EventsTab } from './EventsTab.tsx'
import { GroupHead } from './GroupHead.tsx'
import { GalleriesTab } from './galleries/GalleriesTab.tsx'
import { InstancesTab } from './InstancesTab.tsx'
import { MembersTab } from './members/MembersTab.tsx'
import { PostsTab } from './posts/PostsTab.tsx'
import { GROUP_TABS, type GroupTab } from './search.ts'

/** A group: what it is, what happens in it, and being in it. */
export function GroupPage() {
  const { groupId } = useParams({ from: '/shell/groups/$groupId' })
  return <OneGroup key={groupId} groupId={groupId} />
}

interface OneGroupProps {
  readonly groupId: string
}

function OneGroup({ groupId }: OneGroupProps) {
  const { data, refusal, reload } = usePanel(GROUP_DETAILS, { groupId })
  useGroupChanges(groupId, { isKnown: Boolean(data?.group), reload })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !data.group) return <NotFoundPage />
  const group = getFragmentData(GROUP_PAGE, data?.group) ?? null
  return (
    <Stack gap="md">
      <PageTitle>{group ? `${group.name} · Plaza` : 'Plaza'}</PageTitle>
      {group ? <GroupHead group={group} viewerId={data?.viewer?.user.id ?? ''} /> : <DetailSkeleton />}
      <GroupTabs>
        <TabContent groupId={groupId} group={group} />
      </GroupTabs>
    </Stack>
  )
}

interface Known {
  /** Whether the group was read. */
  readonly isKnown: boolean
  readonly reload: () => void
}

/** Keeps a group up to date, and what stands between it and the viewer. */
function useGroupChanges(groupId: string, { isKnown, reload }: Known): void {
  useLive(GROUP_CHANGES, isKnown ? { groupId } : null, ({ groupChanged }) => {
    if (!groupChanged.group) reload()
  })
  useLive(GROUP_STANDING_CHANGES, isKnown ? {} : null, ({ viewerGroupsChanged }) => {
    if (viewerGroupsChanged.groupId === groupId && !viewerGroupsChanged.group) reload()
  })
}

function GroupTabs({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('groups')
  const { tab = 'about' } = useSearch({ from: '/shell/groups/$groupId' })
  const navigate = useNavigate({ from: '/groups/$groupId' })
  const tabs = GROUP_TABS.map((name) => ({ name, label: t(`page.tabs.${name}`) }))
  const open = (next: GroupTab) => void navigate({ search: next === 'about' ? {} : { tab: next }, resetScroll: false })
  return (
    <PageTabs label={t('page.tabs.label')} tabs={tabs} active={tab} onOpen={open}>
      {children}
    </PageTabs>
  )
}

const CONTENTS = {
  posts: PostsTab,
  members: MembersTab,
  galleries: GalleriesTab,
  events: EventsTab,
  instances: InstancesTab,
}

interface TabContentProps extends OneGroupProps {
  /** Null until it was read. */
  readonly group: GroupPageFragment | null
}

/** What members see, and in groups that are not private others, too. */
function TabContent({ groupId, group }: TabContentProps) {
  const { tab = 'about' } = useSearch({ from: '/shell/groups/$groupId' })
  if (tab === 'about') return <AboutTab groupId={groupId} group={group} />
  if (group?.viewerCanSeeInside === false) return <Closed />
  const Content = CONTENTS[tab]
  return <Content groupId={groupId} />
}

function Closed() {
  const { t } = useTranslation('groups')
  return <Text c="dimmed">{t('page.closed')}</Text>
}
