import {
  IconCloudUpload,
  IconInfoCircle,
  IconMessage,
  IconPackage,
  IconPhoto,
  IconTags,
  IconTrash,
} from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { SectionsPage } from '../../components/SectionsPage.tsx'
import type { WorldEditFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { DeletionPanel } from './DeletionPanel.tsx'
import { DetailsPanel } from './DetailsPanel.tsx'
import { DiscoveryPanel } from './DiscoveryPanel.tsx'
import { WORLD_EDIT, WORLD_EDIT_CHANGES, WORLD_TO_EDIT } from './documents.ts'
import { FeedbackPanel } from './FeedbackPanel.tsx'
import { PackagesPanel } from './PackagesPanel.tsx'
import { PicturePanel } from './PicturePanel.tsx'
import { PublishingPanel } from './PublishingPanel.tsx'
import { isWorldSection, WORLD_SECTIONS, type WorldSection } from './sections.ts'
import { WorldEditHead } from './WorldEditHead.tsx'

interface PartProps {
  readonly world: WorldEditFragment
}

const CONTENT: Readonly<Record<WorldSection, ComponentType<PartProps>>> = {
  details: DetailsPanel,
  discovery: DiscoveryPanel,
  packages: PackagesPanel,
  picture: PicturePanel,
  publishing: PublishingPanel,
  feedback: FeedbackPanel,
  deletion: DeletionPanel,
}

const ICONS = {
  details: IconInfoCircle,
  discovery: IconTags,
  packages: IconPackage,
  picture: IconPhoto,
  publishing: IconCloudUpload,
  feedback: IconMessage,
  deletion: IconTrash,
} as const

/** A world as its author changes it, one part at a time. */
export function WorldEditPage() {
  const { worldId } = useParams({ from: '/shell/worlds/$worldId/edit/$section' })
  const { data, refusal, reload } = usePanel(WORLD_TO_EDIT, { worldId })
  const world = getFragmentData(WORLD_EDIT, data?.world)
  useLive(WORLD_EDIT_CHANGES, world ? { worldId } : null, ({ worldChanged }) => {
    if (!worldChanged.world) reload()
  })
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (data && !world?.viewerCanUpdate) return <NotFoundPage />
  return world ? <WorldParts world={world} /> : <DetailSkeleton />
}

function WorldParts({ world }: PartProps) {
  const { t } = useTranslation('ownWorlds')
  const params = useParams({ from: '/shell/worlds/$worldId/edit/$section' })
  const active = isWorldSection(params.section) ? params.section : 'details'
  const Content = CONTENT[active]
  const sections = WORLD_SECTIONS.map((section) => ({
    name: section,
    label: t(`sections.${section}`),
    Icon: ICONS[section],
    link: { to: '/worlds/$worldId/edit/$section', params: { worldId: world.id, section } } as const,
  }))
  return (
    <>
      <PageTitle>{t('edit.pageTitle', { name: world.name, section: t(`sections.${active}`) })}</PageTitle>
      <SectionsPage menu={t('edit.menu')} sections={sections} active={active} head={<WorldEditHead world={world} />}>
        <Content key={active} world={world} />
      </SectionsPage>
    </>
  )
}
