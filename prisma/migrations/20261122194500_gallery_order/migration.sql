-- The order of a gallery is that of its images.
DROP TABLE "GalleryFileOrder";

-- A deleted file goes from all galleries.
CREATE INDEX "GroupGalleryImage_fileId_idx" ON "GroupGalleryImage"("fileId");
ALTER TABLE "GroupGalleryImage" ADD CONSTRAINT "GroupGalleryImage_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "File"("id") ON DELETE CASCADE ON UPDATE CASCADE;
