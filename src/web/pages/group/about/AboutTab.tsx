import { Badge, Grid, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '../../../components/FactList.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { PersonChip } from '../../../components/people/PersonChip.tsx'
import { RouteLink } from '../../../components/RouteLink.tsx'
import { OutLink, WrittenText } from '../../../components/WrittenText.tsx'
import { formatDate, formatLanguage } from '../../../formats.ts'
import type { GroupPageFragment } from '../../../generated/graphql.ts'
import { AnnouncementPanel } from '../posts/AnnouncementPanel.tsx'
import { MembershipPanel } from './MembershipPanel.tsx'
import { OwnRolesPanel } from './OwnRolesPanel.tsx'

interface AboutTabProps {
  readonly groupId: string
  /** Null until it was read. */
  readonly group: GroupPageFragment | null
}

/** What a group says of itself, its announcement, and the viewer's own membership. */
export const AboutTab = ({ groupId, group }: AboutTabProps) => (
  <Grid gap="md">
    <Grid.Col span={{ base: 12, md: 7 }}>
      <Stack gap="md">
        {group?.viewerStatus !== 'INACTIVE' && <AnnouncementPanel groupId={groupId} />}
        {group ? <RulesPanel group={group} /> : <Skeleton h={220} radius="lg" aria-hidden />}
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 5 }}>
      <Stack gap="md">
        {group?.viewerStatus === 'MEMBER' && <MembershipPanel group={group} />}
        {(!group || group.viewerStatus === 'MEMBER') && <OwnRolesPanel groupId={groupId} />}
        {group && <FactsPanel group={group} />}
        {group?.store && <StorePanel store={group.store} />}
      </Stack>
    </Grid.Col>
  </Grid>
)

interface PanelProps {
  readonly group: GroupPageFragment
}

function RulesPanel({ group: { rules } }: PanelProps) {
  const { t } = useTranslation('groups')
  return (
    <Panel title={t('about.rules')} empty={!rules && t('about.noRules')}>
      <WrittenText text={rules ?? ''} />
    </Panel>
  )
}

interface StorePanelProps {
  readonly store: NonNullable<GroupPageFragment['store']>
}

function StorePanel({ store: { id, displayName, description } }: StorePanelProps) {
  const { t } = useTranslation('groups')
  return (
    <Panel title={t('about.store')}>
      <RouteLink to="/stores/$storeId" params={{ storeId: id }} fw={600}>
        {displayName}
      </RouteLink>
      {description && <WrittenText text={description} />}
    </Panel>
  )
}

function FactsPanel({ group: { owner, languages, createdAt, links, tags } }: PanelProps) {
  const { t, i18n } = useTranslation('groups')
  const names = languages.map((code) => formatLanguage(i18n.language, code))
  const facts: readonly Fact[] = [
    [t('about.languages'), new Intl.ListFormat(i18n.language, { type: 'unit' }).format(names)],
    [t('about.created'), formatDate(i18n.language, createdAt)],
  ]
  return (
    <Panel title={t('about.facts')}>
      {owner && <PersonChip person={owner} below={t('about.owner')} />}
      <FactList facts={facts.filter(([, value]) => value !== '')} />
      {links.length > 0 && (
        <Stack component="ul" gap={4} className="plainList" aria-label={t('about.links')}>
          {links.map((link) => (
            <Text key={link} component="li" size="sm">
              <OutLink href={link} />
            </Text>
          ))}
        </Stack>
      )}
      {tags.length > 0 && (
        <Group component="ul" gap="xs" className="plainList" aria-label={t('about.tags')}>
          {tags.map((tag) => (
            <li key={tag}>
              <RouteLink to="/groups" search={{ tab: 'discover', tag }} underline="never">
                <Badge variant="light" tt="none" fw={500} style={{ cursor: 'pointer' }}>
                  {tag}
                </Badge>
              </RouteLink>
            </li>
          ))}
        </Group>
      )}
    </Panel>
  )
}
