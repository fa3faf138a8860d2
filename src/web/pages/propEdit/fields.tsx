import { NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { AVATAR_PLATFORMS } from '../../components/avatars/platforms.ts'
import { UploadInput } from '../../components/uploads/UploadInput.tsx'
import { TagFields } from '../../components/worlds/TagFields.tsx'

type DetailName = 'name' | 'description' | 'tags' | 'warnings' | 'spawnType' | 'worldPlacementMask'

interface DetailForm {
  readonly getInputProps: (name: DetailName) => GetInputPropsReturnType
}

export function TextFields({ form }: { readonly form: DetailForm }) {
  const { t } = useTranslation('props')
  return (
    <>
      <TextInput label={t('fields.name')} withAsterisk {...form.getInputProps('name')} />
      <Textarea
        label={t('fields.description')}
        autosize
        minRows={3}
        maxRows={12}
        {...form.getInputProps('description')}
      />
      <TagFields form={form} />
    </>
  )
}

/** How a prop comes into a world, as numbers that clients define. */
export function PlacementFields({ form }: { readonly form: Pick<DetailForm, 'getInputProps'> }) {
  const { t } = useTranslation('props')
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberInput
        label={t('fields.spawnType')}
        description={t('hints.spawnType')}
        allowDecimal={false}
        {...form.getInputProps('spawnType')}
      />
      <NumberInput
        label={t('fields.worldPlacementMask')}
        description={t('hints.worldPlacementMask')}
        allowDecimal={false}
        {...form.getInputProps('worldPlacementMask')}
      />
    </SimpleGrid>
  )
}

interface BundleForm {
  readonly values: { readonly assetUploadId: string }
  readonly getInputProps: (
    name: 'assetUploadId' | 'platform' | 'unityVersion' | 'assetVersion' | 'propSignature',
  ) => GetInputPropsReturnType
}

/** The bundle of a prop for one platform. */
export function BundleFields({ form }: { readonly form: BundleForm }) {
  const { t } = useTranslation(['props', 'avatars'])
  return (
    <>
      <UploadInput
        purpose="PROP_ASSET"
        label={t('fields.bundle')}
        description={t('hints.bundle')}
        required
        {...form.getInputProps('assetUploadId')}
        value={form.values.assetUploadId}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label={t('fields.platform')}
          data={AVATAR_PLATFORMS.map((value) => ({ value, label: t(`avatars:platforms.${value}`) }))}
          {...form.getInputProps('platform')}
        />
        <TextInput label={t('fields.unityVersion')} {...form.getInputProps('unityVersion')} />
        <NumberInput label={t('fields.assetVersion')} allowDecimal={false} {...form.getInputProps('assetVersion')} />
        <TextInput label={t('fields.propSignature')} {...form.getInputProps('propSignature')} />
      </SimpleGrid>
    </>
  )
}
