import { Grid, Skeleton, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { usePanel } from '../../graph/hooks.ts'
import { AboutPanel } from './AboutPanel.tsx'
import { PERSON } from './documents.ts'
import { GroupsPanel } from './GroupsPanel.tsx'
import { MutualFriendsPanel } from './MutualFriendsPanel.tsx'
import { NotePanel } from './NotePanel.tsx'
import { PersonHead } from './PersonHead.tsx'
import { UnknownPerson } from './UnknownPerson.tsx'
import { usePersonChanges } from './usePersonChanges.ts'
import { WorldsPanel } from './WorldsPanel.tsx'

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
  const of = { personId }
  return (
    <Stack gap="md">
      <PageTitle>{person ? t('pageTitle', { name: person.displayName }) : 'Plaza'}</PageTitle>
      {person ? <PersonHead person={person} here={data.viewer?.instance?.id ?? null} /> : <HeadSkeleton />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <AboutPanel person={person} />
            {person?.isViewer === false && <NotePanel {...of} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {person?.isViewer === false && <MutualFriendsPanel {...of} />}
            {person?.isViewer === false && <GroupsPanel {...of} list="mutualGroups" />}
            <GroupsPanel {...of} list="groups" />
            <WorldsPanel {...of} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

const HeadSkeleton = () => <Skeleton h={230} radius="lg" aria-hidden />
