import { NamePanel } from './NamePanel.tsx'
import { PicturesPanel } from './PicturesPanel.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'
import { RepresentedGroupPanel } from './RepresentedGroupPanel.tsx'

/** What others see of the person. */
export const ProfileSection = () => (
  <>
    <PicturesPanel />
    <ProfilePanel />
    <NamePanel />
    <RepresentedGroupPanel />
  </>
)
