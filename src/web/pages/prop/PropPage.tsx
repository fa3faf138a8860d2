import { Grid, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { Panel } from '../../components/Panel.tsx'
import { GoneProp } from '../../components/props/GoneProp.tsx'
import { PackageList } from '../../components/props/PackageList.tsx'
import { PROP_PACKAGES } from '../../components/props/packages.ts'
import { isPropId } from '../../components/props/propId.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { useSeen } from '../../components/useSeen.ts'
import type { PropPageFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { PROP, PROP_CHANGES, PROP_DETAILS } from './documents.ts'
import { PropFacts } from './PropFacts.tsx'
import { PropHead } from './PropHead.tsx'

/** A prop: what it looks like, where it can be placed, and what one can do with it. */
export function PropPage() {
  const { propId } = useParams({ from: '/shell/props/$propId' })
  return isPropId(propId) ? <PropDetails key={propId} propId={propId} /> : <NotFoundPage />
}

function PropDetails({ propId }: { readonly propId: string }) {
  // The texts of what follows come with the page: if they were loaded later, that would hide it for a moment.
  const { t } = useTranslation(['props', 'avatars', 'ownWorlds'])
  const { data, refusal, reload } = usePanel(PROP_DETAILS, { propId })
  const prop = getFragmentData(PROP, data?.node?.__typename === 'Prop' ? data.node : null)
  const seen = useSeen(prop)
  useLive(PROP_CHANGES, prop?.author?.isViewer ? { propId } : null)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !prop) return seen ? <GoneProp name={seen.name} /> : <NotFoundPage />
  return (
    <Stack gap="md">
      <PageTitle>{prop ? t('propTitle', { name: prop.name }) : 'Plaza'}</PageTitle>
      {prop ? <PropBody prop={prop} /> : <DetailSkeleton />}
    </Stack>
  )
}

const PropBody = ({ prop }: { readonly prop: PropPageFragment }) => (
  <>
    <PropHead prop={prop} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <BundlesPanel prop={prop} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <PropFacts prop={prop} />
      </Grid.Col>
    </Grid>
  </>
)

function BundlesPanel({ prop }: { readonly prop: PropPageFragment }) {
  const { t } = useTranslation('props')
  const { packages } = getFragmentData(PROP_PACKAGES, prop)
  return (
    <Panel title={t('bundles.title')} empty={packages.length === 0 && t('bundles.empty')}>
      <PackageList prop={prop} />
    </Panel>
  )
}
