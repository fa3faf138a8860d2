import { Button, Group, Paper, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AgreementField } from '../../components/agreement/AgreementField.tsx'
import { useNewContent } from '../../components/agreement/contentAgreement.ts'
import { RefusalAlert } from '../../components/RefusalAlert.tsx'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { CapacityFields } from '../../components/worlds/CapacityFields.tsx'
import { PackageFields } from '../../components/worlds/PackageFields.tsx'
import { TagFields } from '../../components/worlds/TagFields.tsx'
import { tagsOf } from '../../components/worlds/tags.ts'
import type { CreateWorldInput } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { useGraphForm } from '../../graph/useGraphForm.ts'
import { CREATE_WORLD } from './documents.ts'

interface NewWorldValues extends Record<string, unknown> {
  name: string
  description: string
  capacity: number | string
  recommendedCapacity: number | string
  tags: string[]
  warnings: string[]
  /** Ids of uploads; empty for none. */
  imageUploadId: string
  assetUploadId: string
  platform: string
  unityVersion: string
  hasAgreed: boolean
}

const EMPTY: NewWorldValues = {
  ...{ name: '', description: '', capacity: 16, recommendedCapacity: 8, tags: [], warnings: [] },
  ...{ imageUploadId: '', assetUploadId: '', platform: 'standalonewindows', unityVersion: '' },
  hasAgreed: false,
}

/** What was entered of the asset; nothing of it without one, which makes a draft. */
const assetOf = ({ assetUploadId, platform, unityVersion }: NewWorldValues) =>
  assetUploadId !== '' && { assetUploadId, platform, ...(unityVersion !== '' && { unityVersion }) }

function inputOf(id: string, values: NewWorldValues): CreateWorldInput {
  const { name, description, capacity, recommendedCapacity, tags, warnings, imageUploadId } = values
  return {
    ...{ id, name, description, tags: tagsOf(tags, warnings) },
    ...(capacity !== '' && { capacity: Number(capacity) }),
    ...(recommendedCapacity !== '' && { recommendedCapacity: Number(recommendedCapacity) }),
    ...(imageUploadId !== '' && { imageUploadId }),
    ...assetOf(values),
  }
}

/** The form of a new world. Leads to its page. */
export function NewWorldForm() {
  const { t } = useTranslation('ownWorlds')
  const create = useAct(CREATE_WORLD)
  const navigate = useNavigate()
  const { id, agreement } = useNewContent('world')
  const isMissing = (uploadId: string) => (uploadId === '' ? t('fields.noPicture') : null)
  const { form, refusal, isBusy, onSubmit } = useGraphForm<NewWorldValues>(
    {
      mode: 'controlled',
      initialValues: EMPTY,
      validate: { imageUploadId: isMissing, hasAgreed: agreement.validate },
    },
    async (values) => {
      await agreement.submit()
      const { createWorld } = await create.attempt({ input: inputOf(id, values) })
      await navigate({
        to: '/worlds/$worldId/edit/$section',
        params: { worldId: createWorld.world.id, section: 'publishing' },
      })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Paper withBorder p="md" radius="lg">
          <AboutFields form={form} />
        </Paper>
        <Paper withBorder p="md" radius="lg">
          <PackageFields form={form} />
        </Paper>
        <AgreementField agreement={agreement} form={form} />
        {refusal && <RefusalAlert refusal={refusal} />}
        <Group>
          <Button type="submit" loading={isBusy}>
            {t('new.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What the world is called and looks like, and for whom it is. */
function AboutFields({ form }: { readonly form: UseFormReturnType<NewWorldValues> }) {
  const { t } = useTranslation('ownWorlds')
  return (
    <Stack>
      <TextInput label={t('fields.name')} required {...form.getInputProps('name')} />
      <UploadInput
        purpose="WORLD_IMAGE"
        label={t('fields.picture')}
        description={t('fields.pictureHint')}
        required
        {...form.getInputProps('imageUploadId')}
        value={form.values.imageUploadId}
      />
      <Textarea
        label={t('fields.description')}
        autosize
        minRows={3}
        maxRows={10}
        {...form.getInputProps('description')}
      />
      <CapacityFields form={form} />
      <TagFields form={form} />
    </Stack>
  )
}
