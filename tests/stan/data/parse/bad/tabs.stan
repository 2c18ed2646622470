model {
	x	= 	3 +;
}
