/** The maximum size of a picture's file, in megabytes: larger ones are not read. */
export const maxPictureMegabytes = 5;
