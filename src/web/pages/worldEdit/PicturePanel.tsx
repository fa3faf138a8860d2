import { useTranslation } from 'react-i18next'
import { Panel } from '../../components/Panel.tsx'
import { PictureField } from '../../components/uploads/PictureField.tsx'
import type { WorldEditFragment } from '../../generated/graphql.ts'
import { useAct } from '../../graph/useAct.ts'
import { UPDATE_WORLD } from './documents.ts'

/** The picture of the world, which every world has. */
export function PicturePanel({ world: { id, imageUrl } }: { readonly world: WorldEditFragment }) {
  const { t } = useTranslation('ownWorlds')
  const update = useAct(UPDATE_WORLD)
  return (
    <Panel title={t('panels.picture')}>
      <PictureField
        label={t('fields.picture')}
        hint={t('fields.pictureHint')}
        shape="wide"
        purpose="WORLD_IMAGE"
        url={imageUrl}
        use={(imageUploadId) => update.attempt({ input: { worldId: id, imageUploadId } })}
      />
    </Panel>
  )
}
