-- migration: steps

-- step
-- The order of a gallery is that of its images.
DROP TABLE "GalleryFileOrder";

-- step: concurrently
-- A deleted file goes from all galleries.
CREATE INDEX CONCURRENTLY "GroupGalleryImage_fileId_idx" ON "GroupGalleryImage"("fileId");

-- step
ALTER TABLE "GroupGalleryImage" ADD CONSTRAINT "GroupGalleryImage_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE NOT VALID;

-- step
ALTER TABLE "GroupGalleryImage" VALIDATE CONSTRAINT "GroupGalleryImage_fileId_fkey";
