import { Grid, Skeleton, Stack } from '@mantine/core'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTabs } from '../../components/PageTabs.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import type { PersonQuery } from '../../generated/graphql.ts'
import { usePanel } from '../../graph/hooks.ts'
import { AboutPanel } from './AboutPanel.tsx'
import { AvatarsPanel } from './AvatarsPanel.tsx'
import { ChoicesPanel } from './ChoicesPanel.tsx'
import { PERSON } from './documents.ts'
import { FavoriteGroupsPanel } from './FavoriteGroupsPanel.tsx'
import { GroupsPanel } from './GroupsPanel.tsx'
import { MutualFriendsPanel } from './MutualFriendsPanel.tsx'
import { NotePanel } from './NotePanel.tsx'
import { PersonHead } from './PersonHead.tsx'
import { PropsPanel } from './PropsPanel.tsx'
import { PERSON_TABS } from './search.ts'
import { UnknownPerson } from './UnknownPerson.tsx'
import { usePersonChanges } from './usePersonChanges.ts'
import { WorldsPanel } from './WorldsPanel.tsx'
import { WornPanel } from './WornPanel.tsx'

/** Who somebody is, and what the viewer can do about them. */
export function PersonPage() {
  const { personId } = useParams({ from: '/shell/people/$personId' })
  return <Person key={personId} personId={personId} />
}

function Person({ personId }: { readonly personId: string }) {
  const { t } = useTranslation('person')
  const { data, refusal, reload } = usePanel(PERSON, { personId })
  usePersonChanges(data, reload)
  const person = data?.user
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !person) return <UnknownPerson />
  return (
    <Stack gap="md">
      <PageTitle>{person ? t('pageTitle', { name: person.displayName }) : 'Plaza'}</PageTitle>
      {person ? <PersonHead person={person} here={data.viewer?.instance?.id ?? null} /> : <HeadSkeleton />}
      <Columns personId={personId} person={person} reload={reload} />
    </Stack>
  )
}

interface ColumnsProps {
  readonly personId: string
  /** Undefined until it was read. */
  readonly person: PersonQuery['user'] | undefined
  readonly reload: () => void
}

/** About the person and what is between the two, and what the person shares. */
function Columns({ personId, person, reload }: ColumnsProps) {
  const other = person?.isViewer === false ? person : null
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <AboutPanel person={person} />
          <WornPanel person={person} />
          {other && <NotePanel personId={personId} person={other} />}
          {other && <ChoicesPanel personId={personId} person={other} reload={reload} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Shared personId={personId} isViewer={person?.isViewer} />
      </Grid.Col>
    </Grid>
  )
}

interface SharedProps {
  readonly personId: string
  /** Undefined until it was read. */
  readonly isViewer: boolean | undefined
}

/** What a person shares, by tabs. */
function Shared({ personId, isViewer }: SharedProps) {
  const { t } = useTranslation('person')
  const navigate = useNavigate({ from: '/people/$personId' })
  const { tab = 'groups' } = useSearch({ from: '/shell/people/$personId' })
  const tabs = PERSON_TABS.map((name) => ({ name, label: t(`tabs.${name}`) }))
  const of = { personId }
  return (
    <PageTabs
      label={t('tabs.label')}
      tabs={tabs}
      active={tab}
      onOpen={(next) => void navigate({ search: { tab: next }, resetScroll: false })}
    >
      <Stack gap="md">
        {tab === 'groups' && isViewer === false && <MutualFriendsPanel {...of} />}
        {tab === 'groups' && isViewer === false && <GroupsPanel {...of} list="mutualGroups" />}
        {tab === 'groups' && <GroupsPanel {...of} list="groups" />}
        {tab === 'creations' && <WorldsPanel {...of} />}
        {tab === 'creations' && <AvatarsPanel {...of} />}
        {tab === 'creations' && <PropsPanel {...of} />}
        {tab === 'favorites' && <FavoriteGroupsPanel {...of} isViewer={isViewer === true} />}
      </Stack>
    </PageTabs>
  )
}

const HeadSkeleton = () => <Skeleton h={230} radius="lg" aria-hidden />
