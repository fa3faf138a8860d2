import { Skeleton } from '@mantine/core'
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
import type { ManageSection } from '../../components/groups/manageSections.ts'
import { allowedSections } from '../../components/groups/manageSections.ts'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SectionsPage } from '../../components/SectionsPage.tsx'
import type { ManagedGroupFragment } from '../../generated/graphql.ts'
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
import { isManageSection, type ManageSectionProps } from './search.ts'
import { useManagedGroup } from './useManagedGroup.ts'

const CONTENT: Readonly<Record<ManageSection, ComponentType<ManageSectionProps>>> = {
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
  const { groupId, section } = useParams({ from: '/shell/groups/$groupId/manage/$section' })
  const { group, refusal, reload } = useManagedGroup(groupId)
  if (refusal && !group) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (group === null) return <NotFoundPage />
  const active = isManageSection(section) ? section : 'details'
  return <ManagedSections key={groupId} groupId={groupId} group={group} active={active} />
}

interface ManagedSectionsProps {
  readonly groupId: string
  /** Undefined until it was read; the section that the address names is read at the same time. */
  readonly group: ManagedGroupFragment | undefined
  readonly active: ManageSection
}

function ManagedSections({ groupId, group, active }: ManagedSectionsProps) {
  const { t } = useTranslation('groupManage')
  const allowed = group ? allowedSections(group) : [active]
  if (group && !allowed.includes(active)) return <NotAllowed group={group} section={active} allowed={allowed} />
  const Content = CONTENT[active]
  const counts = group ? countsOf(group) : {}
  const sections = allowed.map((name) => ({
    name,
    label: t(`sections.${name}`),
    Icon: ICONS[name],
    count: counts[name],
    link: { to: '/groups/$groupId/manage/$section', params: { groupId, section: name } } as const,
  }))
  const head = group ? <GroupManageHead group={group} /> : <Skeleton h={56} maw={320} aria-hidden />
  return (
    <>
      <PageTitle>{t('pageTitle', { section: t(`sections.${active}`), group: group?.name ?? '…' })}</PageTitle>
      <SectionsPage menu={t('menu')} sections={sections} active={active} head={head}>
        <Content key={active} groupId={groupId} isAllowed={group !== undefined} />
      </SectionsPage>
    </>
  )
}
