import {
  IconBan,
  IconCrown,
  IconHistory,
  IconMail,
  IconSettings,
  IconShield,
  IconUserQuestion,
  IconUsers,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SectionsPage } from '../../components/SectionsPage.tsx'
import type { ManagedGroupFragment } from '../../generated/graphql.ts'
import { allowedSections } from './allowedSections.ts'
import { AuditLogSection } from './auditLog/AuditLogSection.tsx'
import { BansSection } from './bans/BansSection.tsx'
import { DetailsSection } from './details/DetailsSection.tsx'
import { GroupManageHead } from './GroupManageHead.tsx'
import { InvitesSection } from './invites/InvitesSection.tsx'
import { MembersSection } from './members/MembersSection.tsx'
import { NotAllowed } from './NotAllowed.tsx'
import { OwnershipSection } from './ownership/OwnershipSection.tsx'
import { RequestsSection } from './requests/RequestsSection.tsx'
import { RolesSection } from './roles/RolesSection.tsx'
import { isManageSection, type ManageSection } from './search.ts'
import { useManagedGroup } from './useManagedGroup.ts'

interface SectionProps {
  readonly groupId: string
}

const CONTENT: Readonly<Record<ManageSection, ComponentType<SectionProps>>> = {
  details: DetailsSection,
  members: MembersSection,
  roles: RolesSection,
  requests: RequestsSection,
  invites: InvitesSection,
  bans: BansSection,
  'audit-log': AuditLogSection,
  ownership: OwnershipSection,
}

const ICONS = {
  details: IconSettings,
  members: IconUsers,
  roles: IconShield,
  requests: IconUserQuestion,
  invites: IconMail,
  bans: IconBan,
  'audit-log': IconHistory,
  ownership: IconCrown,
} as const

/** How many wait in a section; undefined where nobody does. */
const countsOf = ({
  requestCount,
  inviteCount,
  banCount,
}: ManagedGroupFragment): Partial<Record<ManageSection, number>> => ({
  ...(requestCount && { requests: requestCount.totalCount }),
  ...(inviteCount && { invites: inviteCount.totalCount }),
  ...(banCount && { bans: banCount.totalCount }),
})

/** What those who lead a group set in it, one part at a time. */
export function GroupManagePage() {
  const params = useParams({ from: '/shell/groups/$groupId/manage/$section' })
  const { group, refusal, reload } = useManagedGroup(params.groupId)
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (group === undefined) return <DetailSkeleton />
  if (group === null) return <NotFoundPage />
  return (
    <ManagedSections
      key={group.id}
      group={group}
      active={isManageSection(params.section) ? params.section : 'details'}
    />
  )
}

interface ManagedSectionsProps {
  readonly group: ManagedGroupFragment
  readonly active: ManageSection
}

function ManagedSections({ group, active }: ManagedSectionsProps) {
  const { t } = useTranslation('groupManage')
  const allowed = allowedSections(group)
  const isAllowed = allowed.includes(active)
  const Content = CONTENT[active]
  const title = <PageTitle>{t('pageTitle', { section: t(`sections.${active}`), group: group.name })}</PageTitle>
  if (!isAllowed)
    return (
      <>
        {title}
        <NotAllowed group={group} section={active} allowed={allowed} />
      </>
    )
  const counts = countsOf(group)
  const sections = allowed.map((name) => ({
    name,
    label: t(`sections.${name}`),
    Icon: ICONS[name],
    count: counts[name],
    link: { to: '/groups/$groupId/manage/$section', params: { groupId: group.id, section: name } } as const,
  }))
  return (
    <>
      {title}
      <SectionsPage menu={t('menu')} sections={sections} active={active} head={<GroupManageHead group={group} />}>
        <Content key={active} groupId={group.id} />
      </SectionsPage>
    </>
  )
}
