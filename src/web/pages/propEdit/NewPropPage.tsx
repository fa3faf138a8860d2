import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { type ContentAgreement, useNewContent } from '../../components/agreement/contentAgreement.ts'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { useAct } from '../../graph/useAct.ts'
import { type GraphForm, useGraphForm } from '../../graph/useGraphForm.ts'
import { CREATE_PROP } from './documents.ts'
import { BundleFields, PlacementFields, TextFields } from './fields.tsx'
import { useRequired } from './useRequired.ts'
import { EMPTY_PROP, type NewPropValues, newPropInputOf } from './values.ts'

/** Uploads a prop, which is private until its author publishes it. */
export function NewPropPage() {
  const { t } = useTranslation('props')
  const navigate = useNavigate()
  const create = useAct(CREATE_PROP)
  const { noFile, noNumber } = useRequired()
  const { id: propId, agreement } = useNewContent('prop')
  const numbers = { spawnType: noNumber, worldPlacementMask: noNumber, assetVersion: noNumber }
  const edit = useGraphForm<NewPropValues>(
    {
      mode: 'controlled',
      initialValues: EMPTY_PROP,
      validate: { imageUploadId: noFile, assetUploadId: noFile, hasAgreed: agreement.validate, ...numbers },
    },
    async (values) => {
      await agreement.submit()
      await create.attempt({ input: newPropInputOf(propId, values) })
      await navigate({ to: '/props/$propId/edit', params: { propId } })
    },
  )
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('newTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('new')}
      </Title>
      <Text size="sm">{t('newHint')}</Text>
      <Paper withBorder p="md" radius="lg">
        <NewPropForm edit={edit} agreement={agreement} />
      </Paper>
    </Stack>
  )
}

interface NewPropFormProps {
  readonly edit: GraphForm<NewPropValues>
  readonly agreement: ContentAgreement
}

function NewPropForm({ edit: { form, refusal, isBusy, onSubmit }, agreement }: NewPropFormProps) {
  const { t } = useTranslation(['props', 'common'])
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <UploadInput
          purpose="PROP_IMAGE"
          label={t('fields.picture')}
          description={t('hints.picture')}
          required
          {...form.getInputProps('imageUploadId')}
          value={form.values.imageUploadId}
        />
        <TextFields form={form} />
        <BundleFields form={form} />
        <PlacementFields form={form} />
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t('create')}
          </Button>
          <RouteButton to="/props" variant="subtle" color="gray">
            {t('common:cancel')}
          </RouteButton>
        </Group>
      </Stack>
    </form>
  )
}
