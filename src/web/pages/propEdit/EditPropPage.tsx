import { Grid, Paper, Stack } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DetailSkeleton } from '../../components/DetailSkeleton.tsx'
import { NotFoundPage } from '../../components/NotFoundPage.tsx'
import { PageHead } from '../../components/PageHead.tsx'
import { Panel } from '../../components/Panel.tsx'
import { GoneProp } from '../../components/props/GoneProp.tsx'
import { isPropId } from '../../components/props/propId.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { PictureField } from '../../components/uploads/PictureField.tsx'
import { useSeen } from '../../components/useSeen.ts'
import type { PropEditFragment } from '../../generated/graphql.ts'
import { getFragmentData } from '../../generated/index.ts'
import { useLive, usePanel } from '../../graph/hooks.ts'
import { useAct } from '../../graph/useAct.ts'
import { BundlePanel } from './BundlePanel.tsx'
import { DeletePanel } from './DeletePanel.tsx'
import { DetailsForm } from './DetailsForm.tsx'
import { PROP_EDIT, PROP_EDIT_CHANGES, PROP_TO_EDIT, UPDATE_PROP } from './documents.ts'
import { PublishPanel } from './PublishPanel.tsx'

/** Changes a prop of one's own. */
export function EditPropPage() {
  const { propId } = useParams({ from: '/shell/props/$propId/edit' })
  return isPropId(propId) ? <PropToEdit key={propId} propId={propId} /> : <NotFoundPage />
}

function PropToEdit({ propId }: { readonly propId: string }) {
  const { data, refusal, reload } = usePanel(PROP_TO_EDIT, { propId })
  const prop = getFragmentData(PROP_EDIT, data?.node?.__typename === 'Prop' ? data.node : null)
  const seen = useSeen(prop)
  /** While the page deletes the prop, it stays as it is until it is left. */
  const [isDeleting, setDeleting] = useState(false)
  useLive(PROP_EDIT_CHANGES, prop?.author?.isViewer ? { propId } : null)
  if (refusal && !data) return <RefusalAlert refusal={refusal} onRetry={reload} />
  if (!data) return <DetailSkeleton />
  if (!seen?.viewerCanUpdate) return <NotFoundPage />
  return prop || isDeleting ? <EditPanels prop={seen} onDeleting={setDeleting} /> : <GoneProp name={seen.name} />
}

interface EditPanelsProps {
  readonly prop: PropEditFragment
  readonly onDeleting: (isDeleting: boolean) => void
}

function EditPanels({ prop, onDeleting }: EditPanelsProps) {
  const { t } = useTranslation('props')
  const { id, name } = prop
  return (
    <Stack gap="md">
      <PageHead title={t('editName', { name })} windowTitle={t('editTitle', { name })}>
        <RouteButton to="/props/$propId" params={{ propId: id }} variant="default">
          {t('show')}
        </RouteButton>
      </PageHead>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Panel title={t('detailsTitle')}>
            <DetailsForm prop={prop} />
          </Panel>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <PicturePanel prop={prop} />
            <PublishPanel prop={prop} />
            <BundlePanel prop={prop} />
            {prop.viewerCanDelete && <DeletePanel propId={id} name={name} onDeleting={onDeleting} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function PicturePanel({ prop: { id: propId, imageUrl } }: Pick<EditPanelsProps, 'prop'>) {
  const { t } = useTranslation('props')
  const update = useAct(UPDATE_PROP)
  return (
    <Paper withBorder p="md" radius="lg">
      <PictureField
        label={t('fields.picture')}
        hint={t('hints.picture')}
        shape="wide"
        purpose="PROP_IMAGE"
        url={imageUrl}
        use={(imageUploadId) => update.attempt({ input: { propId, imageUploadId } })}
      />
    </Paper>
  )
}
