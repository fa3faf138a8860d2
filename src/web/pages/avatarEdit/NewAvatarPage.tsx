import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { type ContentAgreement, useNewContent } from '../../components/agreement/contentAgreement.ts'
import { AVATAR_PLATFORMS } from '../../components/avatars/platforms.ts'
import { PageTitle } from '../../components/PageTitle.tsx'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { RouteButton } from '../../components/RouteLink.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { USUAL_UNITY_VERSION } from '../../components/uploads/unityVersion.ts'
import type { AvatarStatus, CreateAvatarInput } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { type GraphForm, useGraphForm } from '../../graph/useGraphForm.ts'
import { atFields } from './atFields.ts'
import { CREATE_AVATAR } from './documents.ts'

const STATUSES = ['PRIVATE', 'PUBLIC'] as const satisfies readonly AvatarStatus[]

const EMPTY = {
  name: '',
  description: '',
  imageUploadId: '',
  assetUploadId: '',
  platform: 'standalonewindows',
  unityVersion: USUAL_UNITY_VERSION,
  releaseStatus: 'PRIVATE',
  isSearchable: true,
  hasAgreed: false,
}
type NewAvatar = typeof EMPTY

/** Without the bundle there is neither its platform nor its version. */
const inputOf = (id: string, { assetUploadId, platform, unityVersion, imageUploadId, ...values }: NewAvatar) => {
  const { hasAgreed: _, releaseStatus, ...rest } = values
  const input: CreateAvatarInput = { id, ...rest, releaseStatus: releaseStatus === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE' }
  if (imageUploadId) input.imageUploadId = imageUploadId
  return assetUploadId ? { ...input, assetUploadId, platform, unityVersion } : input
}

/** Creates an avatar from a picture and, if it is there already, a bundle. */
export function NewAvatarPage() {
  const { t } = useTranslation('avatars')
  const navigate = useNavigate()
  const create = useAct(CREATE_AVATAR)
  const { id, agreement } = useNewContent('avatar')
  const options = { mode: 'controlled' as const, initialValues: EMPTY, validate: { hasAgreed: agreement.validate } }
  const edit = useGraphForm<NewAvatar>(options, async (values) => {
    await agreement.submit()
    const { createAvatar } = await atFields(create.attempt({ input: inputOf(id, values) }))
    await navigate({ to: '/avatars/$avatarId/edit', params: { avatarId: createAvatar.avatar.id } })
  })
  return (
    <Stack gap="md" maw={720}>
      <PageTitle>{t('newTitle')}</PageTitle>
      <Title order={1} size="h2">
        {t('new')}
      </Title>
      <Text size="sm">{t('newHint')}</Text>
      <Paper withBorder p="md" radius="lg">
        <NewAvatarForm edit={edit} agreement={agreement} />
      </Paper>
    </Stack>
  )
}

interface NewAvatarFormProps {
  readonly edit: GraphForm<NewAvatar>
  readonly agreement: ContentAgreement
}

function NewAvatarForm({ edit: { form, refusal, isBusy, onSubmit }, agreement }: NewAvatarFormProps) {
  const { t } = useTranslation(['avatars', 'common'])
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <TextInput label={t('fields.name')} withAsterisk {...form.getInputProps('name')} />
        <UploadInput
          purpose="AVATAR_IMAGE"
          label={t('fields.picture')}
          description={t('hints.picture')}
          required
          {...form.getInputProps('imageUploadId')}
          value={form.values.imageUploadId}
        />
        <Textarea label={t('fields.description')} autosize minRows={3} {...form.getInputProps('description')} />
        <BundleFields form={form} />
        <NativeSelect
          label={t('fields.releaseStatus')}
          description={t('hints.releaseStatus')}
          data={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          {...form.getInputProps('releaseStatus')}
        />
        <Switch
          label={t('fields.isSearchable')}
          description={t('hints.isSearchable')}
          {...form.getInputProps('isSearchable', { type: 'checkbox' })}
        />
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group gap="xs">
          <Button type="submit" loading={isBusy}>
            {t('create')}
          </Button>
          <RouteButton to="/avatars" search={{ list: 'own' }} variant="subtle" color="gray">
            {t('common:cancel')}
          </RouteButton>
        </Group>
      </Stack>
    </form>
  )
}

function BundleFields({ form }: Pick<GraphForm<NewAvatar>, 'form'>) {
  const { t } = useTranslation('avatars')
  return (
    <>
      <UploadInput
        purpose="AVATAR_ASSET"
        label={t('fields.bundle')}
        description={t('hints.laterBundle')}
        {...form.getInputProps('assetUploadId')}
        value={form.values.assetUploadId}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('platform')}
          data={AVATAR_PLATFORMS.map((value) => ({ value, label: t(`platforms.${value}`) }))}
          {...form.getInputProps('platform')}
        />
        <TextInput label={t('fields.unityVersion')} {...form.getInputProps('unityVersion')} />
      </SimpleGrid>
    </>
  )
}
